"""Forms in WebKit."""

from webkit import run_in_webkit

run_in_webkit("forms")
