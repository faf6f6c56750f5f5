"""The keyboard in WebKit."""

from webkit import run_in_webkit

run_in_webkit("keyboard")
