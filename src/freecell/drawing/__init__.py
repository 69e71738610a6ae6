"""Pictures and films of boards."""
