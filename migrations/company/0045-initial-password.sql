-- A generated password was shown once to whoever created the account; its user chooses another at the first sign-in.
ALTER TABLE user ADD COLUMN must_change_password INTEGER NOT NULL DEFAULT 0;
