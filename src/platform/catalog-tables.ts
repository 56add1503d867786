/** `business`: what the host knows of companies, with one writer. `names`: lead to a company, whose file knows them. `hints`: caches. */
export type CatalogTableKind = 'business' | 'names' | 'hints'

export const catalogTables: Readonly<Record<string, CatalogTableKind>> = {
  ...kind('business', [
    ...['company', 'plan', 'invoice', 'charge', 'audit', 'platform_setting', 'webhook_log', 'moved_in'],
    ...['announcement', 'announcement_seen', 'help', 'company_own_parts', 'connection_count'],
  ]),
  ...kind('names', ['user_index', 'connection_token', 'channel_account', 'retired_webhook', 'name_claim', 'session']),
  ...kind('hints', ['sign_in_count', 'host_point', 'company_time']),
}

/** Columns of business tables that are hints. Sizes are business, so that a host sees those of all companies. */
export const hintColumns: Readonly<Record<string, readonly string[]>> = { company: ['next_job_at', 'may_connect'] }

export const listCatalogTables = (wanted: CatalogTableKind) =>
  Object.keys(catalogTables).filter((name) => catalogTables[name] === wanted)

function kind(of: CatalogTableKind, tables: readonly string[]): Record<string, CatalogTableKind> {
  return Object.fromEntries(tables.map((table) => [table, of]))
}
