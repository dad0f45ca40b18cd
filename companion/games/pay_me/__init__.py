"""Pay Me: eleven hands of growing size, and what is left unmelded counts against you."""
