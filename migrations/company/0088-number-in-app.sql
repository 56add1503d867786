-- Whether a number of the official API is also in the WhatsApp Business app, on a phone; and why Meta delivers no history of it.
ALTER TABLE cloud_account ADD COLUMN is_in_app INTEGER NOT NULL DEFAULT 0;
ALTER TABLE cloud_account ADD COLUMN history_error TEXT NOT NULL DEFAULT '';
-- The name by which people find somebody on WhatsApp, without an at sign; empty without one.
ALTER TABLE contact ADD COLUMN username TEXT NOT NULL DEFAULT '';
