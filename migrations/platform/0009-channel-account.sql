-- Which connection the events of a provider's account belong to. Derived from the companies' files, as user_index is.
CREATE TABLE channel_account (
  channel TEXT NOT NULL,
  -- As the provider names it: a page id, an Instagram account id, a phone number id.
  account_id TEXT NOT NULL,
  company_id INTEGER NOT NULL REFERENCES company (id) ON DELETE CASCADE,
  connection_id INTEGER NOT NULL,
  PRIMARY KEY (channel, account_id),
  UNIQUE (company_id, connection_id)
) WITHOUT ROWID;
