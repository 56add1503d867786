import { and, eq, gte, lt } from 'drizzle-orm'
import { excluded } from '../../../kernel/database/expressions'
import { statement } from '../../../kernel/database/statement'
import type { ConnectionId } from '../../../kernel/ids'
import { whatsappKeyTable } from '../whatsapp.tables'

const { connectionId, category, id, value } = whatsappKeyTable

interface OfConnection {
  connectionId: ConnectionId
}

interface Key extends OfConnection {
  category: string
  id: string
}

const isKey = (of: Key) => and(eq(connectionId, of.connectionId), eq(category, of.category), eq(id, of.id))

export const storedKeys = {
  find: statement((db, of: Key) => db.select({ value }).from(whatsappKeyTable).where(isKey(of))),
  put: statement((db, of: Key & { value: Buffer }) =>
    db
      .insert(whatsappKeyTable)
      .values({ connectionId: of.connectionId, category: of.category, id: of.id, value: of.value })
      .onConflictDoUpdate({ target: [connectionId, category, id], set: { value: excluded(value) } }),
  ),
  remove: statement((db, of: Key) => db.delete(whatsappKeyTable).where(isKey(of))),
  removeAll: statement((db, of: OfConnection) => db.delete(whatsappKeyTable).where(eq(connectionId, of.connectionId))),
  list: statement((db, of: OfConnection & { max: number }) =>
    db.select({ category, id }).from(whatsappKeyTable).where(eq(connectionId, of.connectionId)).limit(of.max),
  ),
  listBetween: statement((db, of: OfConnection & { from: string; before: string; max: number }) =>
    db
      .select({ category, id })
      .from(whatsappKeyTable)
      .where(and(eq(connectionId, of.connectionId), gte(category, of.from), lt(category, of.before)))
      .limit(of.max),
  ),
}
