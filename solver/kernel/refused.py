"""Why a question does not go to the compiled search."""

from solver.errors import BadInput


class NotLowerable(BadInput):
    """The compiled search has no counterpart for something; the reference solver must answer."""
