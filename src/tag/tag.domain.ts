import { and, eq, ne, sql } from 'drizzle-orm'
import { type CompanyContext, requirePlan } from '../kernel/company/company-context'
import { listTable } from '../kernel/database/expressions'
import { statement } from '../kernel/database/statement'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import { refuseOtherCompany } from '../kernel/http/request-parts'
import type { TagId } from '../kernel/ids'
import type { Domain } from '../platform/domain'
import { tagPerson } from './tag.person'
import { createTag, deleteTag, updateTag } from './save-tag'
import { clearLane, removeContactTag, setContactTags } from './tag-links'
import { getTag, listContactTags, listTagPage, listTags, presentLinkedTag, type Tag } from './tag.queries'
import { presentTag, tagRecords } from './tag.record'
import { tagTable } from './tag.tables'

const tags = tagRecords.answering({
  'GET /tags': ({ ctx, query }) => {
    refuseOtherCompany(ctx, query.companyId)
    return query.tagId === undefined ? listTagPage(ctx, query) : tagWithContacts(ctx, query.tagId, query.pageNumber)
  },
  'GET /tags/list': ({ ctx, query }) => {
    refuseOtherCompany(ctx, query.companyId)
    return presentTags(ctx, listTags(ctx, query))
  },
  'GET /tags/:id': ({ ctx, params }) => presentLinkedTag(ctx, getTag(ctx, params.id)),
  'POST /tags': ({ ctx, body }) => createTag(ctx, body),
  'POST /tags/sync': ({ ctx, body }) => {
    setContactTags(ctx, body.contactId, body.tags)
    return { tags: presentTags(ctx, listContactTags(ctx, body.contactId)) }
  },
  'PUT /tags/lanes': ({ ctx, body }) => orderLanes(ctx, body.tagIds),
  'PUT /tags/:id': ({ ctx, params, body }) => updateTag(ctx, params.id, body),
  'DELETE /tags/:id': async ({ ctx, params }) => done(await deleteTag(ctx, params.id)),
  'DELETE /tags/tickets/:id': ({ ctx, params }) => done(clearLane(ctx, params.id)),
  'DELETE /tags-contacts/:tagId/:contactId': ({ ctx, params }) =>
    done(removeContactTag(ctx, params.contactId, params.tagId)),
  'GET /contactTags/:contactId': ({ ctx, params }) => ({
    tags: presentTags(ctx, listContactTags(ctx, params.contactId)),
  }),
})

export const tagDomain = { name: 'tag', records: [tags], person: tagPerson } satisfies Domain

const presentTags = (ctx: CompanyContext, found: readonly Tag[]) => found.map((tag) => presentTag(ctx, tag))

function tagWithContacts(ctx: CompanyContext, tagId: TagId, pageNumber: number) {
  const { contacts, hasMore } = ctx.company.services.ports.taggedContacts.list(ctx, tagId, pageNumber)
  return { tags: [{ ...presentLinkedTag(ctx, getTag(ctx, tagId)), contacts: [...contacts] }], hasMore, count: 1 }
}

const done = (_: void) => ({ ok: true as const })

/** A board may have hundreds of lanes. */
const place = statement((db, v: { order: readonly TagId[]; now: Date }) => {
  const { id, position } = tagTable
  const placed = listTable(v.order, 'placed')
  const next = sql<number>`${placed.index} + 1`
  return db
    .update(tagTable)
    .set({ position: next, updatedAt: v.now })
    .from(placed.table)
    .where(and(eq(id, placed.value), ne(position, next)))
    .returning({ id })
})

/** Others follow in their order. @throws Refusal ERR_INVALID_INPUT for no lane */
function orderLanes(ctx: CompanyContext, tagIds: readonly TagId[]) {
  requirePlan(ctx, 'useKanban')
  return ctx.transaction(() => {
    const lanes = new Set(listTags(ctx, { kanban: true }).map(({ id }) => id))
    if (!tagIds.every((id) => lanes.has(id))) refuse('ERR_INVALID_INPUT', { fields: { tagIds: 'unknown' } })
    const order = [...new Set([...tagIds, ...lanes])]
    const moved = place.all(ctx, { order, now: ctx.now })
    if (moved.length > 0) recordEvent(ctx, 'tag.lanesMoved', {}, { tagIds: moved.map(({ id }) => id) })
    return presentTags(ctx, listTags(ctx, { kanban: true }))
  })
}
