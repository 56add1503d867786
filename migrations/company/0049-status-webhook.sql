-- Where the delivery status of messages of the send API is reported, by connection.
CREATE TABLE connection_webhook (
  connection_id INTEGER PRIMARY KEY REFERENCES connection (id) ON DELETE CASCADE,
  -- Empty when it is off.
  url TEXT NOT NULL DEFAULT '',
  -- Sealed.
  secret TEXT NOT NULL DEFAULT ''
) STRICT;

-- Messages whose status is reported.
CREATE TABLE reported_message (
  message_id INTEGER PRIMARY KEY REFERENCES message (id) ON DELETE CASCADE,
  connection_id INTEGER NOT NULL,
  -- The last one that was reported; the first is what the request was answered with.
  status TEXT NOT NULL DEFAULT 'queued'
) STRICT;

-- For the logs of all webhooks of the company; the host's log is in the catalog.
DROP INDEX webhook_delivery_of_company;
CREATE INDEX webhook_delivery_log ON webhook_delivery (target, attempted_at, id)
  WHERE target <> 'host' AND attempted_at IS NOT NULL;
