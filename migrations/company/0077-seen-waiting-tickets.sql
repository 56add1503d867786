-- Who opened a waiting ticket last without accepting it, since the contact's last message.
ALTER TABLE ticket ADD COLUMN seen_user_id INTEGER;
