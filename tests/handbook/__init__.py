"""The handbooks and the card: chapters of `deploy/handbook`, pictures of scenes that the core plays, PDF.

`facts.py` says what a chapter may not type (words of keys, amounts, odds, alarms), `scenes.py` and
`camera.py` picture a screen, `layout.py` makes the chapters HTML, `books.py` the files.
"""
