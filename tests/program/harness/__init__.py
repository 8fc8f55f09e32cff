"""What the whole-program tests share: building samples, running them, reading reports."""
