-- Pix charges: what a provider was asked to collect for an invoice, and on which terms.
CREATE TABLE charge (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  invoice_id INTEGER NOT NULL REFERENCES invoice (id) ON DELETE CASCADE,
  company_id INTEGER NOT NULL REFERENCES company (id) ON DELETE CASCADE,
  -- static, efi, mercadopago or asaas.
  provider TEXT NOT NULL,
  -- Chosen by us before the provider is asked, so that asking again makes no second charge.
  txid TEXT NOT NULL UNIQUE,
  -- The provider's own id; empty until it has answered.
  provider_id TEXT NOT NULL DEFAULT '',
  -- In centavos.
  amount INTEGER NOT NULL,
  -- creating, open, paid, overpaid (the invoice was paid before), expired or removed.
  status TEXT NOT NULL,
  -- The plan that the payment begins; NULL for a custom one, which is created when it is paid.
  plan_id INTEGER,
  detail TEXT NOT NULL,
  users INTEGER NOT NULL,
  connections INTEGER NOT NULL,
  queues INTEGER NOT NULL,
  -- By which the payment extends the subscription.
  recurrence TEXT NOT NULL,
  payer_name TEXT NOT NULL,
  -- CPF or CNPJ, sealed with the host's key; empty without one.
  payer_document TEXT NOT NULL DEFAULT '',
  -- Pix "copia e cola"; empty until the provider has answered.
  code TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- NULL for a static code, which does not expire.
  expires_at INTEGER,
  paid_at INTEGER,
  -- Centavos that have arrived; less than the amount pays nothing.
  received INTEGER NOT NULL DEFAULT 0,
  -- The payment as the provider names it.
  end_to_end_id TEXT UNIQUE
);
CREATE UNIQUE INDEX charge_open ON charge (invoice_id) WHERE status IN ('creating', 'open');
CREATE INDEX charge_provider_id ON charge (provider, provider_id);
CREATE INDEX charge_company ON charge (company_id);
