"""What stands between a player from outside and the X server."""
