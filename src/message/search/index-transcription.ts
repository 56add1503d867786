import { sql } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { bare } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import type { MessageId } from '../../kernel/ids'
import { transcriptionSearchTable } from '../message.tables'

const { rowid, body } = transcriptionSearchTable

// Virtual tables have no ON CONFLICT.
const index = statement(
  (_, row: typeof transcriptionSearchTable.$inferInsert) =>
    sql`INSERT OR REPLACE INTO ${transcriptionSearchTable} (${bare(rowid)}, ${bare(body)}) VALUES (${row.rowid}, ${row.body})`,
)

/** Requires a transaction. */
export function indexTranscription(ctx: CompanyContext, messageId: MessageId, text: string) {
  index.run(ctx, { rowid: messageId, body: text })
}
