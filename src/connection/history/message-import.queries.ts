import { eq, sql } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { ConnectionId } from '../../kernel/ids'
import { messageImportTable } from './message-import.tables'

export type MessageImport = typeof messageImportTable.$inferSelect

const byConnection = perCompany(({ db }) =>
  db
    .select()
    .from(messageImportTable)
    .where(eq(messageImportTable.connectionId, sql.placeholder('id')))
    .prepare(),
)

export function findMessageImport(ctx: CompanyContext, id: ConnectionId): MessageImport | undefined {
  return byConnection(ctx.company).get({ id })
}

/** Whether the account's history is requested, now or after pairing. */
export const isImporting = (row: MessageImport | undefined): row is MessageImport =>
  row?.state === 'waiting' || row?.state === 'running'
