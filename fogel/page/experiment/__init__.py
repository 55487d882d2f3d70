"""The whole experiment without a screen, in JavaScript to be read and in C to be fast; `module` compiles it."""
