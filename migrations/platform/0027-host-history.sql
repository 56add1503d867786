-- The last day of the host's figures, a row a minute, so that a restart keeps them. JSON.
CREATE TABLE host_point (
  at INTEGER PRIMARY KEY,
  point TEXT NOT NULL
);

-- Processor time of the thread that answers requests, by company and hour since 1970, for a day.
CREATE TABLE company_time (
  company_id INTEGER NOT NULL REFERENCES company (id) ON DELETE CASCADE,
  hour INTEGER NOT NULL,
  ms INTEGER NOT NULL,
  PRIMARY KEY (company_id, hour)
) WITHOUT ROWID;
