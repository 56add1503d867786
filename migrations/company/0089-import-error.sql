-- Why a part of the past was given up, in the provider's words; empty when nothing was.
ALTER TABLE message_import ADD COLUMN error TEXT NOT NULL DEFAULT '';
