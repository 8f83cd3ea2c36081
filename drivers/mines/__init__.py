"""gnome-mines' look and clicks."""
