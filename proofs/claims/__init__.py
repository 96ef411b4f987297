"""The claims sheet as data, one file and one module per group."""
