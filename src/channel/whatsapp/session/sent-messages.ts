import { proto } from '@whiskeysockets/baileys'
import type { CompanyContext } from '../../../kernel/company/company-context'
import { perCompany } from '../../../kernel/company/company-files'
import type { ConnectionId } from '../../../kernel/ids'
import { categoryOfDay, keptCategories } from '../signal/forget-old-keys'

const statements = perCompany(({ sqlite }) => ({
  put: sqlite.prepare<unknown, [number, string, string, Uint8Array]>(
    `INSERT INTO whatsapp_key (connection_id, category, id, value) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET value = excluded.value`,
  ),
  find: sqlite.prepare<{ value: Uint8Array }, [number, string, string]>(
    `SELECT value FROM whatsapp_key WHERE connection_id = ? AND id = ? AND category IN (SELECT value FROM json_each(?))`,
  ),
}))

/** Stores a message exactly as it is sent. A file keeps its key, so a second copy is the same message. */
export function keepSent(ctx: CompanyContext, connectionId: ConnectionId, id: string, message: proto.IMessage) {
  const bytes = proto.Message.encode(message).finish()
  statements(ctx.company).put.run(connectionId, categoryOfDay('sent', ctx.now), id, bytes)
}

export function findSent(ctx: CompanyContext, connectionId: ConnectionId, id: string): proto.IMessage | undefined {
  const row = statements(ctx.company).find.get(connectionId, id, JSON.stringify(keptCategories('sent', ctx.now)))
  return row ? proto.Message.decode(row.value) : undefined
}
