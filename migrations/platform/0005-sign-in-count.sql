-- Wrong passwords per address, account and device. Kept here, so that a restart gives nobody new tries.
CREATE TABLE sign_in_count (
  -- A hash: what people type as their address may be their password.
  key TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  ends_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX sign_in_count_ends_at ON sign_in_count (ends_at);
