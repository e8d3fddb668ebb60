"""`python -m controller.cli` is `tapis`."""

from controller.cli import main

if __name__ == "__main__":
    main(prog_name="tapis")
