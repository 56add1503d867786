-- The company's own webhook, beside the host's. One row at most.
CREATE TABLE company_webhook (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- Empty when it is off.
  url TEXT NOT NULL DEFAULT '',
  with_texts INTEGER NOT NULL DEFAULT 1,
  -- Sealed.
  secret TEXT NOT NULL DEFAULT ''
) STRICT;

ALTER TABLE webhook_delivery ADD COLUMN attempted_at INTEGER;
CREATE INDEX webhook_delivery_of_company ON webhook_delivery (attempted_at, id)
  WHERE target = 'company' AND attempted_at IS NOT NULL;
