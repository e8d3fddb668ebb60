"""Settings: the files of configuration as frozen values of the core.

`files` finds and reads them and `toml` checks them; `rules`, `jackpot`, `table` and `room` make the values,
and `settings_error` is what is wrong with one.
"""
