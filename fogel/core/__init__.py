"""What every part of the package stands on: settings, files, players, jobs."""
