-- A link by which a user sets a password of their own. Users without a password were invited and have not done so yet.
ALTER TABLE user ADD COLUMN password_link_nonce TEXT;
ALTER TABLE user ADD COLUMN password_link_expires_at INTEGER;
