-- The order in which the running campaigns of a connection send: the one whose last turn is the longest ago is next.
ALTER TABLE campaign ADD COLUMN last_turn INTEGER NOT NULL DEFAULT 0;
CREATE INDEX campaign_turn ON campaign (connection_id, last_turn) WHERE status = 'EM_ANDAMENTO';
