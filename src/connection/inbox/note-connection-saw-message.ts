import { and, eq, lt } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { ConnectionId } from '../../kernel/ids'
import { connectionTable } from '../connection.tables'

const { id, lastMessageAt } = connectionTable

const advance = statement((db, of: { id: ConnectionId; at: Date }) =>
  db
    .update(connectionTable)
    .set({ lastMessageAt: of.at })
    .where(and(eq(id, of.id), lt(lastMessageAt, of.at))),
)

export function noteConnectionSawMessage(ctx: CompanyContext, id: ConnectionId, at: Date) {
  advance.run(ctx, { id, at })
}
