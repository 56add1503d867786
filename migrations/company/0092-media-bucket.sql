-- Files may be kept in a bucket: where their bytes are, and what is still to be copied there or deleted there.
ALTER TABLE media ADD COLUMN object_key TEXT;
CREATE INDEX media_object ON media (object_key) WHERE object_key IS NOT NULL;
CREATE TABLE media_upload (id INTEGER PRIMARY KEY) STRICT;
CREATE TABLE media_removal (object_key TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE media_in_folder (only INTEGER PRIMARY KEY CHECK (only = 1)) STRICT;
