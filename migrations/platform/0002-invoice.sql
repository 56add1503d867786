-- What companies owe the host, one invoice for each due date.
CREATE TABLE invoice (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  company_id INTEGER NOT NULL REFERENCES company (id) ON DELETE CASCADE,
  -- The plan it was made of. No foreign key: the plan may go, the invoice stays as it was.
  plan_id INTEGER NOT NULL,
  detail TEXT NOT NULL,
  users INTEGER NOT NULL,
  connections INTEGER NOT NULL,
  queues INTEGER NOT NULL,
  -- In centavos.
  value INTEGER NOT NULL,
  -- YYYY-MM-DD: the day up to which the company was paid when it was made.
  due_date TEXT NOT NULL,
  -- open, paid, or canceled when the host gave the company another due date.
  status TEXT NOT NULL DEFAULT 'open',
  paid_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (company_id, due_date)
);
CREATE INDEX invoice_open ON invoice (company_id) WHERE status = 'open';

-- What was agreed with the company, for the host's own table; what holds is the plan.
ALTER TABLE company ADD COLUMN number_attendants INTEGER NOT NULL DEFAULT 1;
ALTER TABLE company ADD COLUMN number_connections INTEGER NOT NULL DEFAULT 1;
