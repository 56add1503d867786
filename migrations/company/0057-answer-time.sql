-- A request for confirmation expires by the time its campaign has been running, not by the clock.
ALTER TABLE campaign ADD COLUMN run_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE campaign ADD COLUMN stepped_at INTEGER;
ALTER TABLE campaign_shipping ADD COLUMN expires_run_ms INTEGER;
UPDATE campaign_shipping
SET expires_run_ms = max(0, confirmation_requested_at + 172800000 - unixepoch() * 1000)
WHERE state = 'asked';
