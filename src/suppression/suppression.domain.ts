import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import { reaction } from '../kernel/event/event-log'
import { presentEach } from '../kernel/live/live'
import '../message/message.events'
import type { Domain } from '../platform/domain'
import { noteRefusedMarketing } from './marketing-preference'
import {
  addSuppression,
  findSuppression,
  presentSuppression,
  removeSuppression,
  assertMayManageSuppressions,
} from './suppress'
import { suppressionCalls } from './suppression.calls'
import './suppression.events'
import { and, asc, count, gt, or, eq, sql } from 'drizzle-orm'
import { readContactSearch } from '../contact/list/contact-search.contract'
import type { CompanyContext } from '../kernel/company/company-context'
import { pageSize } from '../kernel/http/request-parts'
import type { ListSuppressionsQuery } from './suppression.contract'
import { suppressionTable } from './suppression.tables'

const topics = ['admin']

const suppressionLive = presentEach({
  'suppressions.imported': (_, { number }) => [{ topics, event: 'suppressions', number, data: { action: 'reload' } }],
  'suppression.deleted': (_, { number, data: { suppressionId } }) => [
    { topics, event: 'suppression', number, data: { action: 'delete', suppressionId } },
  ],
  'suppression.created': (ctx, { number, data }) => {
    const record = findSuppression(ctx, data.suppressionId)
    if (!record) return []
    return [
      { topics, event: 'suppression', number, data: { action: 'create', suppression: presentSuppression(record) } },
    ]
  },
})

export const suppressionDomain: Domain = {
  name: 'suppression',
  routes: ({ guard }) =>
    answerCalls(new Elysia({ name: 'suppression-routes' }).use(guard), suppressionCalls, {
      'GET /suppressions': ({ ctx, query }) => listSuppressions(ctx, query),
      'POST /suppressions': ({ ctx, body }) => addSuppression(ctx, body),
      'DELETE /suppressions/:id': ({ ctx, params }) => {
        removeSuppression(ctx, params.id)
        return { ok: true }
      },
    }),
  reactions: [
    reaction('message.delivered', (ctx, { messageId, ticketId, data }) => {
      if (data.ack < 0) noteRefusedMarketing(ctx, messageId, ticketId)
    }),
  ],
  presenters: [suppressionLive],
}

/** Returns suppressed contacts by name. A page starts after the one in `after`, else at its number. */
function listSuppressions(ctx: CompanyContext, { searchParam, pageNumber, after }: ListSuppressionsQuery) {
  assertMayManageSuppressions(ctx)
  const { id, searchText } = suppressionTable
  const found = or(
    ...readContactSearch(searchParam).map((words) =>
      and(...words.map((word) => sql`instr(${searchText}, ${word}) > 0`)),
    ),
  )
  const last = after === undefined ? undefined : findSuppression(ctx, after)
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
    records: rows.slice(0, pageSize).map(presentSuppression),
    hasMore: rows.length > pageSize,
    count: all?.n ?? 0,
  }
}
