-- Accounts of WhatsApp's official API. Token and app secret are encrypted.
CREATE TABLE cloud_account (
  connection_id INTEGER PRIMARY KEY REFERENCES connection ON DELETE CASCADE,
  phone_number_id TEXT NOT NULL,
  business_account_id TEXT NOT NULL,
  token TEXT NOT NULL,
  app_secret TEXT NOT NULL DEFAULT '',
  webhook_key TEXT NOT NULL,
  verify_token TEXT NOT NULL,
  display_number TEXT NOT NULL DEFAULT '',
  verified_name TEXT NOT NULL DEFAULT '',
  quality TEXT NOT NULL DEFAULT '',
  tier TEXT NOT NULL DEFAULT '',
  verified_at INTEGER,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX cloud_account_business ON cloud_account (business_account_id);
