"""Settings: the files of configuration as frozen values of the core."""
