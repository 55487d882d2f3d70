"""The first screen of the web book."""
