-- Summaries of company files also contain what a company uses of its plan, and are read again.
DELETE FROM company_own_parts;
