import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { CompanyContext } from '../kernel/company-context'
import type { UserGuard } from '../kernel/user-guard'
import type { TagId } from '../kernel/ids'
import { IdParams, IdText, refuseOtherCompany } from '../kernel/request-parts'
import { createTag, deleteTag, updateTag } from './save-tag'
import { clearLane, removeContactTag, setContactTags } from './tag-links'
import { ListTagsQuery, SyncTagsBody, TagBody, TagListQuery, UpdateTagBody } from './tag.contract'
import { getTag, listContactTags, listTagPage, listTags, presentTag } from './tag.queries'
import './tagged-contacts.port'

const ContactTagParams = v.object({ tagId: IdText, contactId: IdText })
const ContactParams = v.object({ contactId: IdText })

/** Agents create and edit tags while they talk; `tag.policy.ts` says what is for admins. */
export function tagRoutes(guard: UserGuard) {
  const tagWithContacts = (ctx: CompanyContext, tagId: TagId, pageNumber: number) => {
    const { contacts, hasMore } = ctx.company.services.ports.taggedContacts.list(ctx, tagId, pageNumber)
    return { tags: [{ ...presentTag(getTag(ctx, tagId)), contacts }], hasMore, count: 1 }
  }
  return new Elysia({ name: 'tag-routes', detail: { tags: ['tags'] } })
    .use(guard)
    .get(
      '/tags',
      ({ ctx, query }) => {
        refuseOtherCompany(ctx, query.companyId)
        return query.tagId === undefined ? listTagPage(ctx, query) : tagWithContacts(ctx, query.tagId, query.pageNumber)
      },
      { query: ListTagsQuery },
    )
    .get(
      '/tags/list',
      ({ ctx, query }) => {
        refuseOtherCompany(ctx, query.companyId)
        return listTags(ctx, query).map(presentTag)
      },
      { query: TagListQuery },
    )
    .get('/tags/:id', ({ ctx, params }) => presentTag(getTag(ctx, params.id)), { params: IdParams })
    .post('/tags', ({ ctx, body }) => createTag(ctx, body), { body: TagBody })
    .post(
      '/tags/sync',
      ({ ctx, body }) => {
        setContactTags(ctx, body.contactId, body.tags)
        return { tags: listContactTags(ctx, body.contactId).map(presentTag) }
      },
      { body: SyncTagsBody },
    )
    .put('/tags/:id', ({ ctx, params, body }) => updateTag(ctx, params.id, body), {
      params: IdParams,
      body: UpdateTagBody,
    })
    .delete('/tags/:id', ({ ctx, params }) => done(deleteTag(ctx, params.id)), { params: IdParams })
    .delete('/tags/tickets/:id', ({ ctx, params }) => done(clearLane(ctx, params.id)), { params: IdParams })
    .delete(
      '/tags-contacts/:tagId/:contactId',
      ({ ctx, params }) => done(removeContactTag(ctx, params.contactId, params.tagId)),
      { params: ContactTagParams },
    )
    .get(
      '/contactTags/:contactId',
      ({ ctx, params }) => ({ tags: listContactTags(ctx, params.contactId).map(presentTag) }),
      { params: ContactParams },
    )
}

const done = (_: void) => ({ ok: true })
