-- The super users' screen filters by each of these, newest first.
CREATE INDEX audit_type ON audit (type, at);
CREATE INDEX audit_user ON audit (company_id, user_id, at);
CREATE INDEX audit_address ON audit (data ->> '$.address', at);
CREATE INDEX audit_operator ON audit (data ->> '$.by.companyId', data ->> '$.by.userId', at);
