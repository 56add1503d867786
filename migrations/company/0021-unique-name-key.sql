CREATE UNIQUE INDEX queue_name_key ON queue (name_key) WHERE name_key <> '';
CREATE UNIQUE INDEX tag_name_key ON tag (name_key, kanban) WHERE name_key <> '';
CREATE UNIQUE INDEX connection_name_key ON connection (name_key) WHERE name_key <> '';
