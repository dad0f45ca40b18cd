"""Who may do what in a club: devices, roles, codes and programs."""
