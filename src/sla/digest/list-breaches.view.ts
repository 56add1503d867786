import { and, asc, count, eq, gte, lte } from 'drizzle-orm'
import { contactTable } from '../../contact/contact.tables'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { queueTable } from '../../queue/queue.tables'
import { ticketTable } from '../../ticket/ticket.tables'
import { userTable } from '../../user/user.tables'
import { slaResultTable } from '../sla.tables'

// A join, because a mail names the contact, queue and agent of each broken promise.

type Span = { sinceMs: number; untilMs: number }

const { ticketId, kind, kept, dueAt, decidedAt, queueId, userId } = slaResultTable

const isBroken = (of: Span) => and(eq(kept, false), gte(decidedAt, of.sinceMs), lte(decidedAt, of.untilMs))

const statements = {
  list: statement((db, of: Span & { limit: number }) =>
    db
      .select({
        ticketId,
        kind,
        dueAt,
        contactName: contactTable.name,
        queueName: queueTable.name,
        userName: userTable.name,
      })
      .from(slaResultTable)
      .leftJoin(ticketTable, eq(ticketTable.id, ticketId))
      .leftJoin(contactTable, eq(contactTable.id, ticketTable.contactId))
      .leftJoin(queueTable, eq(queueTable.id, queueId))
      .leftJoin(userTable, eq(userTable.id, userId))
      .where(isBroken(of))
      .orderBy(asc(dueAt))
      .limit(of.limit),
  ),
  count: statement((db, of: Span) => db.select({ n: count() }).from(slaResultTable).where(isBroken(of))),
}

export type Breach = ReturnType<typeof listBreaches>[number]

/** Of promises that turned out broken in this time, the ones due first come first. */
export const listBreaches = (ctx: CompanyContext, span: Span, limit: number) =>
  statements.list.all(ctx, { ...span, limit })

export const countBreaches = (ctx: CompanyContext, span: Span) => statements.count.get(ctx, span)?.n ?? 0
