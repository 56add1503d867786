CREATE INDEX company_plan ON company (plan_id);
CREATE INDEX charge_invoice ON charge (invoice_id);
