-- What a person did of a kind.
CREATE INDEX audit_entry_by_category ON audit_entry (by_kind, by_id, category, at);
