-- Not sent before this time, as of messages: the provider limits what the recipient may get.
ALTER TABLE outbound_change ADD COLUMN send_after INTEGER;
