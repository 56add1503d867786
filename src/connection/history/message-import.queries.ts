import { hasRoomForFiles } from '../../kernel/file/room-for-files'
import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { rowReader } from '../../kernel/database/row-reader'
import type { ConnectionId } from '../../kernel/ids'
import { messageImportTable } from './message-import.tables'

export type MessageImport = typeof messageImportTable.$inferSelect

const byConnection = perCompany(({ sqlite }) => rowReader(sqlite, messageImportTable, 'connection_id = ?'))

export function findMessageImport(ctx: CompanyContext, id: ConnectionId): MessageImport | undefined {
  return byConnection(ctx.company)(id)
}

export const isImporting = (row: MessageImport | undefined): row is MessageImport =>
  row?.state === 'waiting' || row?.state === 'running'

/** The connections of a disabled company are closed, so its imports are not under way. */
export const isImportingMessages = ({ db, company }: CompanyContext) =>
  company.services.about(company.id).status &&
  db.select().from(messageImportTable).where(eq(messageImportTable.state, 'running')).get() !== undefined

/** Imported messages take space like files, so that they wait with them. */
export const isImportPaused = (ctx: CompanyContext, id: ConnectionId) =>
  findMessageImport(ctx, id)?.state === 'running' && !hasRoomForFiles(ctx.company)
