"""The whole experiment in JavaScript, to be read, and in C, to be fast."""
