import { eq, sql } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import type { RestoredCompany } from '../kernel/company/restored-company'
import { addRows, takeRows } from '../kernel/database/take-rows'
import { type ConnectionId, randomToken } from '../kernel/ids'
import { freeName, nameKey } from '../kernel/text/name-text.contract'
import type { Platform } from '../platform/platform'
import { listQueues } from '../queue/queue.queries'
import { connectionQueueTable, connectionTable, inboundEventTable, missingMessageTable } from './connection.tables'
import { apiTokenTable } from './api-token/api-token.record'
import { tokenColumns } from './save/connection-token'

const tokenLength = 32

type Row = typeof connectionTable.$inferSelect

/** Accounts, tokens and received events stay the present ones; so do connections created since. */
export async function restoreConnections(platform: Platform, company: RestoredCompany) {
  const { restored, present } = company
  const before = listAll(restored)
  if (present) {
    const today = new Map(listAll(present).map((row) => [row.id, row]))
    for (const row of before) takeState(restored, row, today.get(row.id))
    const created = [...today.values()].filter(({ id }) => !before.some((row) => row.id === id))
    for (const row of created) insertCreated(restored, row)
    await linkQueues(restored, present, new Set(created.map(({ id }) => id)))
    await keepReceived(restored, present)
  } else await keepTokens(platform, restored, before)
  // What was revoked since stays revoked.
  if (present) await takeRows(restored.company.sqlite, present.company.sqlite, apiTokenTable)
  await keepCredentials(company)
}

const credentialsOf = ({ company }: CompanyContext) =>
  new Set(Object.values(company.services.ports.providers).flatMap(({ credentialTables }) => credentialTables ?? []))

/** An older Signal session would repeat key material, and the other side could not read it. */
async function keepCredentials({ restored, present }: RestoredCompany) {
  if (present) {
    for (const table of credentialsOf(restored)) await takeRows(restored.company.sqlite, present.company.sqlite, table)
  } else {
    for (const provider of Object.values(restored.company.services.ports.providers)) provider.renewSessions?.(restored)
  }
}

/** In a copy: its lines are up elsewhere, if at all. */
export function showDisconnected({ db }: CompanyContext) {
  db.update(connectionTable).set({ status: 'DISCONNECTED', qrcode: '', pairingCode: '', retryAt: null }).run()
}

const listAll = ({ db }: CompanyContext) => db.select().from(connectionTable).all()

/** Deleted since: its account is logged out, and its token was withdrawn. */
function takeState(restored: CompanyContext, { id }: Row, today: Row | undefined) {
  const set = (changes: Partial<Row>) =>
    restored.db.update(connectionTable).set(changes).where(eq(connectionTable.id, id)).run()
  if (!today) {
    const withdrawn = tokenColumns(restored, randomToken(tokenLength))
    return set({ ...withdrawn, wanted: false, status: 'DISCONNECTED', qrcode: '', pairingCode: '', accountId: '' })
  }
  const { number, lid, accountId, status, qrcode, pairingCode, retries, lastError, retryAt, wanted } = today
  const { providerWarning, warnedAt, lastMessageAt, token, tokenHash } = today
  const session = { number, lid, accountId, status, qrcode, pairingCode, retries, lastError, retryAt, wanted }
  return set({ ...session, providerWarning, warnedAt, lastMessageAt, token, tokenHash })
}

function insertCreated(restored: CompanyContext, row: Row) {
  const taken = new Set(listAll(restored).map((known) => known.nameKey))
  const name = freeName(row.name, taken)
  restored.db
    .insert(connectionTable)
    .values({ ...row, name, nameKey: nameKey(name), isDefault: false, greetingMediaId: null })
    .run()
}

async function linkQueues(restored: CompanyContext, present: CompanyContext, created: ReadonlySet<ConnectionId>) {
  if (created.size === 0) return
  const { sqlite } = restored.company
  const existing = new Set(listQueues(restored).map(({ id }) => id))
  await addRows(sqlite, present.company.sqlite, connectionQueueTable, (row) =>
    created.has(Number(row['connection_id'])) && existing.has(Number(row['queue_id'])) ? row : undefined,
  )
}

/** What providers have handed over and nobody has interpreted: they do not send it again. */
async function keepReceived(restored: CompanyContext, present: CompanyContext) {
  const { connectionId, id } = inboundEventTable
  const last = restored.db
    .select({ connectionId, id: sql<number>`max(${id})` })
    .from(inboundEventTable)
    .groupBy(connectionId)
    .all()
  const offsets = new Map(last.map((row) => [row.connectionId, row.id]))
  await addRows(restored.company.sqlite, present.company.sqlite, inboundEventTable, (row) => ({
    ...row,
    id: Number(row['id']) + (offsets.get(Number(row['connection_id'])) ?? 0),
  }))
  await takeRows(restored.company.sqlite, present.company.sqlite, missingMessageTable)
}

/** Today's tokens are known by their hashes alone, which is enough to accept them. */
async function keepTokens(platform: Platform, restored: CompanyContext, rows: readonly Row[]) {
  const today = await platform.names.tokens.listOf(restored.company.id)
  for (const { id, tokenHash } of rows) {
    const known = today.get(id)
    if (known === tokenHash) continue
    const columns =
      known === undefined ? tokenColumns(restored, randomToken(tokenLength)) : { token: '', tokenHash: known }
    restored.db.update(connectionTable).set(columns).where(eq(connectionTable.id, id)).run()
  }
  restored.db.delete(missingMessageTable).run()
}
