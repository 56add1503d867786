-- What was done in one company of a kind.
CREATE INDEX audit_company_type ON audit (company_id, type, at);
