-- Which company of another system a company was moved in from, so that a second run finds it again.
CREATE TABLE moved_in (
  source TEXT PRIMARY KEY,
  company_id INTEGER NOT NULL REFERENCES company (id) ON DELETE CASCADE,
  moved_at INTEGER NOT NULL
);
CREATE INDEX moved_in_company ON moved_in (company_id);
