import { and, asc, count, eq, gt, or, sql } from 'drizzle-orm'
import { readContactSearch } from '../contact/list/contact-search.contract'
import type { CompanyContext } from '../kernel/company/company-context'
import { reaction } from '../kernel/event/event-log'
import { pageSize } from '../kernel/http/request-parts'
import { presentEach } from '../kernel/live/live'
import '../message/message.events'
import type { Domain } from '../platform/domain'
import { noteRefusedMarketing } from './marketing-preference'
import type { ListSuppressionsQuery } from './suppression.contract'
import { addSuppression, suppressionRecords, suppressionTable } from './suppression.record'
import { noteMarketingPreference } from './marketing-preference'

const suppressions = suppressionRecords.answering({
  'GET /suppressions': ({ ctx, query }) => listSuppressions(ctx, query),
  'POST /suppressions': ({ ctx, body }) => suppressionRecords.present(ctx, addSuppression(ctx, body)),
})

export const suppressionDomain = {
  name: 'suppression',
  records: [suppressions],
  reactions: [
    reaction('message.delivered', (ctx, { messageId, ticketId, data }) => {
      if (data.ack < 0) noteRefusedMarketing(ctx, messageId, ticketId)
    }),
  ],
  presenters: [
    presentEach({
      'suppressions.imported': (_, { number }) => [
        { topics: ['admin'], event: 'suppressions', number, data: { action: 'reload' } },
      ],
    }),
  ],
  ports: { providerNotices: [noteMarketingPreference] },
} satisfies Domain

/** Returns suppressed contacts by name. A page starts after the one in `after`, else at its number. */
function listSuppressions(ctx: CompanyContext, { searchParam, pageNumber, after }: ListSuppressionsQuery) {
  const { id, searchText } = suppressionTable
  const found = or(
    ...readContactSearch(searchParam).map((words) =>
      and(...words.map((word) => sql`instr(${searchText}, ${word}) > 0`)),
    ),
  )
  const last = after === undefined ? undefined : suppressionRecords.find(ctx, after)
  const follows = last && or(gt(searchText, last.searchText), and(eq(searchText, last.searchText), gt(id, last.id)))
  const rows = ctx.db
    .select()
    .from(suppressionTable)
    .where(and(found, follows))
    .orderBy(asc(searchText), asc(id))
    .limit(pageSize + 1)
    .offset(last ? 0 : (pageNumber - 1) * pageSize)
    .all()
  const [all] = ctx.db.select({ n: count() }).from(suppressionTable).where(found).all()
  return {
    records: rows.slice(0, pageSize).map((row) => suppressionRecords.present(ctx, row)),
    hasMore: rows.length > pageSize,
    count: all?.n ?? 0,
  }
}
