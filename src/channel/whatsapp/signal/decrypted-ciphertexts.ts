import { createHash } from 'node:crypto'
import type { CompanyContext } from '../../../kernel/company/company-context'
import { perCompany } from '../../../kernel/company/company-files'
import type { ConnectionId } from '../../../kernel/ids'
import { dayMs } from '../../../kernel/time/durations.contract'

/**
 * Days during which the server may redeliver messages that were decrypted but not acknowledged. After that, they are
 * requested from the phone.
 */
const keptDays = 7

const statements = perCompany(({ sqlite }) => ({
  put: sqlite.prepare<unknown, [number, string, string]>(
    `INSERT INTO whatsapp_key (connection_id, category, id, value) VALUES (?, ?, ?, x'') ON CONFLICT DO NOTHING`,
  ),
  find: sqlite.prepare<{ found: 1 }, [number, string, string]>(
    'SELECT 1 AS found FROM whatsapp_key WHERE connection_id = ? AND category = ? AND id = ?',
  ),
  prune: sqlite.prepare<unknown, [number, string]>(
    `DELETE FROM whatsapp_key WHERE connection_id = ? AND category >= 'read-' AND category < ?`,
  ),
}))

const categoryOf = (now: Date, daysAgo = 0) =>
  `read-${new Date(now.getTime() - daysAgo * dayMs).toISOString().slice(0, 10)}`

/** Identifies a ciphertext. The server redelivers it byte for byte, while a resent message is encrypted again. */
export const markOf = (ciphertext: Uint8Array) =>
  createHash('sha256').update(ciphertext).digest().subarray(0, 16).toString('base64url')

/** A ciphertext can be decrypted only once, so this is stored in the same transaction as its content. */
export function noteDecrypted(ctx: CompanyContext, connectionId: ConnectionId, mark: string) {
  statements(ctx.company).put.run(connectionId, categoryOf(ctx.now), mark)
}

export function wasDecrypted(ctx: CompanyContext, connectionId: ConnectionId, ciphertext: Uint8Array): boolean {
  const mark = markOf(ciphertext)
  for (let daysAgo = 0; daysAgo <= keptDays; daysAgo++) {
    if (statements(ctx.company).find.get(connectionId, categoryOf(ctx.now, daysAgo), mark)) return true
  }
  return false
}

export function pruneDecrypted(ctx: CompanyContext, connectionId: ConnectionId) {
  statements(ctx.company).prune.run(connectionId, categoryOf(ctx.now, keptDays))
}
