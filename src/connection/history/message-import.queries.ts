import { hasRoomForFiles } from '../../kernel/file/room-for-files'
import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { ConnectionId } from '../../kernel/ids'
import { messageImportTable } from './message-import.tables'

export type MessageImport = typeof messageImportTable.$inferSelect

const find = statement((db, of: { connectionId: ConnectionId }) =>
  db.select().from(messageImportTable).where(eq(messageImportTable.connectionId, of.connectionId)),
)

export function findMessageImport(ctx: CompanyContext, id: ConnectionId): MessageImport | undefined {
  return find.get(ctx, { connectionId: id })
}

export const isImporting = (row: MessageImport | undefined): row is MessageImport =>
  row?.state === 'waiting' || row?.state === 'running'

/** The connections of a disabled company are closed, so its imports are not under way. */
export const isImportingMessages = ({ db, company }: CompanyContext) =>
  company.services.about(company.id).status &&
  db.select().from(messageImportTable).where(eq(messageImportTable.state, 'running')).get() !== undefined

export const isImportPaused = (ctx: CompanyContext, id: ConnectionId) =>
  findMessageImport(ctx, id)?.state === 'running' && !hasRoomForFiles(ctx.company)
