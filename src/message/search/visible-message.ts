import { eq, or, sql } from 'drizzle-orm'
import type { DeletedMessages } from '../../ticket/ticket.queries'
import { inList } from '../../kernel/database/expressions'
import { messageTable } from '../message.tables'

export const isVisible = ({ byCompany, others }: Pick<DeletedMessages, 'byCompany' | 'others'>) => {
  const { isDeleted, connectionId } = messageTable
  return or(eq(isDeleted, false), sql`${byCompany} = ifnull(${inList(connectionId, others)}, 0)`)
}
