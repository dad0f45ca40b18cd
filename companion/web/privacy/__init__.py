"""What is stored, for how long, and how somebody is taken out."""
