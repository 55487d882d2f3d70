"""The first screen of the web book, which evolves by itself: `page` puts it together."""
