-- A Facebook page and its Instagram account, which may be connections of two companies, share the page's webhook subscription.
ALTER TABLE channel_account ADD COLUMN subscription_id TEXT;
CREATE INDEX channel_account_subscription ON channel_account (subscription_id) WHERE subscription_id IS NOT NULL;
