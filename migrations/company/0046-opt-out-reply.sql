-- The message that told the person so, after they asked for it.
ALTER TABLE suppression ADD COLUMN reply_message_id INTEGER;

-- What the provider said when it warned of too many messages; empty unless that stopped campaigns.
ALTER TABLE campaign ADD COLUMN stop_detail TEXT NOT NULL DEFAULT '';
ALTER TABLE connection ADD COLUMN provider_warning TEXT NOT NULL DEFAULT '';
ALTER TABLE connection ADD COLUMN warned_at INTEGER;
