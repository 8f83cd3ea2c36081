"""A display as tools of the Model Context Protocol."""
