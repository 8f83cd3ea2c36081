"""quadrapassel's look and keys."""
