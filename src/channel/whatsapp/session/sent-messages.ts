import { proto } from '@whiskeysockets/baileys'
import type { CompanyContext } from '../../../kernel/company/company-context'
import { perCompany } from '../../../kernel/company/company-files'
import type { ConnectionId } from '../../../kernel/ids'
import { dayMs } from '../../../kernel/time/durations.contract'

/** Days during which a phone that could not read a message may request it again. */
const keptDays = 7

const statements = perCompany(({ sqlite }) => ({
  put: sqlite.prepare<unknown, [number, string, string, Uint8Array]>(
    `INSERT INTO whatsapp_key (connection_id, category, id, value) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET value = excluded.value`,
  ),
  find: sqlite.prepare<{ value: Uint8Array }, [number, string, string]>(
    `SELECT value FROM whatsapp_key WHERE connection_id = ? AND id = ? AND category IN (SELECT value FROM json_each(?))`,
  ),
  prune: sqlite.prepare<unknown, [number, string]>(
    `DELETE FROM whatsapp_key WHERE connection_id = ? AND category >= 'sent-' AND category < ?`,
  ),
}))

const categoryOf = (now: Date, daysAgo = 0) =>
  `sent-${new Date(now.getTime() - daysAgo * dayMs).toISOString().slice(0, 10)}`

/** Stores a message exactly as it is sent. A file keeps its key, so a second copy is the same message. */
export function keepSent(ctx: CompanyContext, connectionId: ConnectionId, id: string, message: proto.IMessage) {
  const bytes = proto.Message.encode(message).finish()
  statements(ctx.company).put.run(connectionId, categoryOf(ctx.now), id, bytes)
}

export function findSent(ctx: CompanyContext, connectionId: ConnectionId, id: string): proto.IMessage | undefined {
  const categories = Array.from({ length: keptDays + 1 }, (_, daysAgo) => categoryOf(ctx.now, daysAgo))
  const row = statements(ctx.company).find.get(connectionId, id, JSON.stringify(categories))
  return row ? proto.Message.decode(row.value) : undefined
}

export function pruneSent(ctx: CompanyContext, connectionId: ConnectionId) {
  statements(ctx.company).prune.run(connectionId, categoryOf(ctx.now, keptDays))
}
