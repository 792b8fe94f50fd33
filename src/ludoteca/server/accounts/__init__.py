"""Who a user is: guests, accounts, sessions, ratings."""
