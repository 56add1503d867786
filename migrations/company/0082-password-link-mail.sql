-- Whether the link of an invited user was mailed: JSON, null when nobody asked for it.
ALTER TABLE user ADD COLUMN password_link_mail TEXT;
