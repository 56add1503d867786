import { createHash } from 'node:crypto'
import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import { refuse } from '../kernel/errors'
import type { ConnectionId } from '../kernel/ids'
import { readStored } from '../kernel/database/stored-json'
import { hourMs } from '../kernel/time/durations.contract'
import type { SentExternalMessage } from './external-message.calls'
import type { SendExternalMessageBody } from './external-message.contract'

/** Repeated keys are answered for this long. */
const keptMs = 24 * hourMs
const keyPattern = /^[\x21-\x7e]{1,200}$/

const statements = perCompany(({ sqlite }) => ({
  find: sqlite.prepare<{ hash: string; answer: string }, [number, string]>(
    'SELECT hash, answer FROM api_request WHERE connection_id = ? AND key = ?',
  ),
  insert: sqlite.prepare<unknown, [number, string, string, string, number]>(
    'INSERT INTO api_request (connection_id, key, hash, answer, at) VALUES (?, ?, ?, ?, ?)',
  ),
  // Deletes two per request, so the table shrinks faster than it grows.
  forget: sqlite.prepare<unknown, [number]>(
    'DELETE FROM api_request WHERE rowid IN (SELECT rowid FROM api_request WHERE at < ? ORDER BY at LIMIT 2)',
  ),
}))
const running = perCompany(() => new Set<string>())

/** The `Idempotency-Key` of a request; undefined without one. @throws Refusal ERR_INVALID_INPUT */
export function readIdempotencyKey({ headers }: Request): string | undefined {
  const key = headers.get('idempotency-key')
  if (key === null) return undefined
  return keyPattern.test(key) ? key : refuse('ERR_INVALID_INPUT', { fields: { 'Idempotency-Key': 'invalid' } })
}

/** Returns a hash of a request's content, with the content of its files. */
export async function hashOf({ medias = [], ...fields }: SendExternalMessageBody): Promise<string> {
  const files = medias.map(({ name, type, size }) => ({ name, type, size }))
  const hash = createHash('sha256').update(JSON.stringify({ ...fields, files }))
  for (const file of medias) for await (const chunk of file.stream()) hash.update(chunk)
  return hash.digest('base64url')
}

/**
 * Returns the stored answer to a request with this key; undefined for a new one.
 * @throws Refusal ERR_IDEMPOTENCY_KEY_REUSED when the key belongs to another request
 */
export function findAnswer(ctx: CompanyContext, connectionId: ConnectionId, key: string, hash: string) {
  const known = statements(ctx.company).find.get(connectionId, key)
  if (!known) return undefined
  if (known.hash !== hash) refuse('ERR_IDEMPOTENCY_KEY_REUSED')
  return readStored<SentExternalMessage>(known.answer)
}

/** Stores the answer in the transaction that queues the message. */
export function keepAnswer(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  { key, hash, answer }: { key: string; hash: string; answer: SentExternalMessage },
) {
  const { insert, forget } = statements(ctx.company)
  insert.run(connectionId, key, hash, JSON.stringify(answer), ctx.now.getTime())
  forget.run(ctx.now.getTime() - keptMs)
}

/**
 * Runs the work of a request unless one with the same key is running.
 * @throws Refusal ERR_REQUEST_IN_PROGRESS
 */
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
