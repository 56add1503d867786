-- A name that is not yet, or no longer, a record's: the transaction in the company's file has not ended. A claim of a process
-- that is gone is settled when the company is opened.
CREATE TABLE name_claim (
  -- email, token or account.
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  company_id INTEGER NOT NULL REFERENCES company (id) ON DELETE CASCADE,
  claimed_at INTEGER NOT NULL,
  claimed_by TEXT NOT NULL,
  PRIMARY KEY (kind, name)
) WITHOUT ROWID;
CREATE INDEX name_claim_company ON name_claim (company_id);
