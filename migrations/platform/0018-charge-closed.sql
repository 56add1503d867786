-- When the provider confirmed that nobody can pay the charge any more; NULL until then.
ALTER TABLE charge ADD COLUMN closed_at INTEGER;
UPDATE charge SET closed_at = updated_at WHERE status IN ('paid', 'overpaid');
CREATE INDEX charge_created ON charge (created_at);
