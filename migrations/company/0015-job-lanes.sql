-- The loop asks for due jobs kind by kind, so that many waiting jobs of one kind hide no other.
CREATE INDEX job_kind_due ON job (kind, run_at) WHERE given_up = 0;

-- How often the job was added again under its key. A change while it runs means that it must run once more.
ALTER TABLE job ADD COLUMN renewals INTEGER NOT NULL DEFAULT 0;
