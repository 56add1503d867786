-- A code can still be paid after its company was deleted, so its charge stays, with the company's name.
CREATE TABLE kept_charge (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- No foreign keys: both may be deleted.
  invoice_id INTEGER NOT NULL,
  company_id INTEGER NOT NULL,
  -- Empty while the company exists.
  company_name TEXT NOT NULL DEFAULT '',
  provider TEXT NOT NULL,
  txid TEXT NOT NULL UNIQUE,
  provider_id TEXT NOT NULL DEFAULT '',
  amount INTEGER NOT NULL,
  status TEXT NOT NULL,
  plan_id INTEGER,
  detail TEXT NOT NULL,
  users INTEGER NOT NULL,
  connections INTEGER NOT NULL,
  queues INTEGER NOT NULL,
  recurrence TEXT NOT NULL,
  payer_name TEXT NOT NULL,
  payer_document TEXT NOT NULL DEFAULT '',
  code TEXT NOT NULL DEFAULT '',
  pix_key TEXT NOT NULL DEFAULT '',
  location TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  expires_at INTEGER,
  paid_at INTEGER,
  received INTEGER NOT NULL DEFAULT 0,
  end_to_end_id TEXT UNIQUE,
  reviewed_at INTEGER,
  closed_at INTEGER
);
INSERT INTO kept_charge
  (id, invoice_id, company_id, provider, txid, provider_id, amount, status, plan_id, detail, users, connections, queues,
   recurrence, payer_name, payer_document, code, pix_key, location, created_at, updated_at, expires_at, paid_at, received,
   end_to_end_id, reviewed_at, closed_at)
  SELECT id, invoice_id, company_id, provider, txid, provider_id, amount, status, plan_id, detail, users, connections,
    queues, recurrence, payer_name, payer_document, code, pix_key, location, created_at, updated_at, expires_at, paid_at,
    received, end_to_end_id, reviewed_at, closed_at
  FROM charge;
DROP TABLE charge;
ALTER TABLE kept_charge RENAME TO charge;
CREATE UNIQUE INDEX charge_open ON charge (invoice_id) WHERE status IN ('creating', 'open');
CREATE INDEX charge_provider_id ON charge (provider, provider_id);
CREATE INDEX charge_company ON charge (company_id);
CREATE INDEX charge_created ON charge (created_at);
