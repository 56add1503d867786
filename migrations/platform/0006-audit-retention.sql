-- Finds what is past its retention without reading the rest.
CREATE INDEX audit_at ON audit (at);
