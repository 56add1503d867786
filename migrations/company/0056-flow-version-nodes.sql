-- The list of versions reads the index only: a version may be two megabytes of JSON.
ALTER TABLE flow_version ADD COLUMN node_count INTEGER NOT NULL DEFAULT 0;
UPDATE flow_version SET node_count = json_array_length(nodes);
CREATE INDEX flow_version_list ON flow_version (flow_id, version, at, user_id, node_count);
