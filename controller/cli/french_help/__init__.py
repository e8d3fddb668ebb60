"""`tapis X --help` in French.

The English help of a command stands beside its code, and its French here, in the module of its name: a page
is read aloud as a whole, and a command loads no word of it before somebody asks. A key is the words of the
command, and behind them the option: `journal verify --key`. What several commands have is in `shared`, what
`tapis` itself says in `tapis`; `pages` puts them into the commands. `tests/shell/test_french_help.py` finds
what is missing, left over, or tells other facts than the English.

The texts have plain blanks, as one types them; `pages.typeset` makes of them the fixed ones of print.
"""
