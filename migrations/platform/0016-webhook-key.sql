-- Part of a webhook's address: tells whose secret signs what arrives there.
ALTER TABLE channel_account ADD COLUMN webhook_key TEXT;
CREATE UNIQUE INDEX channel_account_webhook ON channel_account (webhook_key) WHERE webhook_key IS NOT NULL;
