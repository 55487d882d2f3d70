"""What signatures name."""

NDArray = list
