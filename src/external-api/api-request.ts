import { createHash } from 'node:crypto'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import { refuse } from '../kernel/errors'
import type { ConnectionId } from '../kernel/ids'
import { statement } from '../kernel/database/statement'
import { hourMs } from '../kernel/time/durations.contract'
import { pick } from '../kernel/typed-object.contract'
import { apiRequestTable } from './external-api.tables'
import type { SentExternalMessage } from './external-message.calls'
import type { SendExternalMessageBody } from './external-message.contract'

const keptMs = 24 * hourMs
const keyPattern = /^[\x21-\x7e]{1,200}$/

type OfKey = { connectionId: ConnectionId; key: string }

const { connectionId, key, hash, answer, at } = apiRequestTable

const statements = {
  find: statement((db, of: OfKey) =>
    db
      .select({ hash, answer })
      .from(apiRequestTable)
      .where(and(eq(connectionId, of.connectionId), eq(key, of.key))),
  ),
  insert: statement((db, row: typeof apiRequestTable.$inferSelect) =>
    db.insert(apiRequestTable).values(pick(row, 'connectionId', 'key', 'hash', 'answer', 'at')),
  ),
  // Deletes two per request, so the table shrinks faster than it grows.
  forget: statement((db, { before }: { before: Date }) => {
    const rowid = sql`rowid`
    const oldest = db.select({ rowid }).from(apiRequestTable).where(lt(at, before)).orderBy(at).limit(2)
    return db.delete(apiRequestTable).where(inArray(rowid, oldest))
  }),
}
const running = perCompany(() => new Set<string>())

/** @throws Refusal ERR_INVALID_INPUT */
export function readIdempotencyKey({ headers }: Request): string | undefined {
  const key = headers.get('idempotency-key')
  if (key === null) return undefined
  return keyPattern.test(key) ? key : refuse('ERR_INVALID_INPUT', { fields: { 'Idempotency-Key': 'invalid' } })
}

export async function hashOf({ medias = [], ...fields }: SendExternalMessageBody): Promise<string> {
  const files = medias.map(({ name, type, size }) => ({ name, type, size }))
  const hash = createHash('sha256').update(JSON.stringify({ ...fields, files }))
  for (const file of medias) for await (const chunk of file.stream()) hash.update(chunk)
  return hash.digest('base64url')
}

/** Undefined for a new one. @throws Refusal ERR_IDEMPOTENCY_KEY_REUSED for another request */
export function findAnswer(ctx: CompanyContext, connectionId: ConnectionId, key: string, hash: string) {
  const known = statements.find.get(ctx, { connectionId, key })
  if (!known) return undefined
  if (known.hash !== hash) refuse('ERR_IDEMPOTENCY_KEY_REUSED')
  return known.answer
}

export function keepAnswer(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  { key, hash, answer }: { key: string; hash: string; answer: SentExternalMessage },
) {
  statements.insert.run(ctx, { connectionId, key, hash, answer, at: ctx.now })
  statements.forget.run(ctx, { before: new Date(ctx.now.getTime() - keptMs) })
}

/** @throws Refusal ERR_REQUEST_IN_PROGRESS */
export async function runExclusively<T>(ctx: CompanyContext, key: string, work: () => Promise<T>): Promise<T> {
  const keys = running(ctx.company)
  if (keys.has(key)) refuse('ERR_REQUEST_IN_PROGRESS', { retryAfterSeconds: 1 })
  keys.add(key)
  try {
    return await work()
  } finally {
    keys.delete(key)
  }
}
