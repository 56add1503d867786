-- Addresses of deleted connections, at which Meta goes on delivering until its app is changed.
CREATE TABLE retired_webhook (webhook_key TEXT PRIMARY KEY) WITHOUT ROWID;
