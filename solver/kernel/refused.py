"""Why a question does not go to the compiled search."""


class NotLowerable(Exception):
    """The compiled search has no counterpart for something; the reference solver must answer."""
