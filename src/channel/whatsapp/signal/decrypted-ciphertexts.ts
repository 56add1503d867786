import { createHash } from 'node:crypto'
import type { CompanyContext } from '../../../kernel/company/company-context'
import { perCompany } from '../../../kernel/company/company-files'
import type { ConnectionId } from '../../../kernel/ids'
import { categoryOfDay, keptCategories } from './forget-old-keys'

const statements = perCompany(({ sqlite }) => ({
  put: sqlite.prepare<unknown, [number, string, string]>(
    `INSERT INTO whatsapp_key (connection_id, category, id, value) VALUES (?, ?, ?, x'') ON CONFLICT DO NOTHING`,
  ),
  find: sqlite.prepare<{ found: 1 }, [number, string, string]>(
    'SELECT 1 AS found FROM whatsapp_key WHERE connection_id = ? AND category = ? AND id = ?',
  ),
}))

/** Identifies a ciphertext. The server redelivers it byte for byte, while a resent message is encrypted again. */
export const markOf = (ciphertext: Uint8Array) =>
  createHash('sha256').update(ciphertext).digest().subarray(0, 16).toString('base64url')

/** A ciphertext can be decrypted only once, so this is stored in the same transaction as its content. */
export function noteDecrypted(ctx: CompanyContext, connectionId: ConnectionId, mark: string) {
  statements(ctx.company).put.run(connectionId, categoryOfDay('read', ctx.now), mark)
}

export function wasDecrypted(ctx: CompanyContext, connectionId: ConnectionId, ciphertext: Uint8Array): boolean {
  const mark = markOf(ciphertext)
  const { find } = statements(ctx.company)
  return keptCategories('read', ctx.now).some((category) => find.get(connectionId, category, mark))
}
