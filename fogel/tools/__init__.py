"""Tools: running results again, comparing programs, measuring speed, holding tournaments."""
