import * as v from 'valibot'
import { defineCalls, Done } from '../kernel/http/calls'
import { IdParams, IdText } from '../kernel/http/request-parts'
import { viewOf } from '../kernel/record/record-view'
import { LaneOrderBody, ListTagsQuery, SyncTagsBody, TagBody, TagListQuery, UpdateTagBody } from './tag.contract'
import { tagTable } from './tag.tables'

export const TagView = viewOf(tagTable, {
  kanban: v.picklist([0, 1]),
  connectionIdRemarketing: 'hidden',
  contacts: 'hidden',
  tickets: 'hidden',
  whatsappIdRemarketing: v.nullable(v.number()),
  contactsCount: v.number(),
  ticketsCount: v.number(),
})
export type TagView = v.InferOutput<typeof TagView>

export const ContactOfTag = v.looseObject({ id: v.number(), name: v.string(), number: v.string() })
export type ContactOfTag = v.InferOutput<typeof ContactOfTag>

const ContactId = v.object({ id: v.number() })

/** With up to 20 of its contacts and tickets; `contactsCount` and `ticketsCount` count all of them. */
const LinkedTag = v.object({
  ...TagView.entries,
  contacts: v.array(v.union([ContactOfTag, ContactId])),
  ticketTags: v.array(v.object({ ticketId: v.number(), tagId: v.number() })),
})
export type LinkedTag = v.InferOutput<typeof LinkedTag>

/** With `tagId`, that tag with a page of its contacts. */
const TagPage = v.object({ tags: v.array(LinkedTag), hasMore: v.boolean(), count: v.number() })

const Tags = v.object({ tags: v.array(TagView) })

export const tagCalls = defineCalls({
  'GET /tags': { query: ListTagsQuery, answer: TagPage },
  'GET /tags/list': { query: TagListQuery, answer: v.array(TagView) },
  'GET /tags/:id': { params: IdParams, answer: LinkedTag },
  'POST /tags': { body: TagBody, answer: TagView },
  'POST /tags/sync': { body: SyncTagsBody, answer: Tags },
  'PUT /tags/lanes': { body: LaneOrderBody, answer: v.array(TagView) },
  'PUT /tags/:id': { params: IdParams, body: UpdateTagBody, answer: TagView },
  'DELETE /tags/:id': { params: IdParams, answer: Done },
  'DELETE /tags/tickets/:id': { params: IdParams, answer: Done },
  'DELETE /tags-contacts/:tagId/:contactId': {
    params: v.object({ tagId: IdText, contactId: IdText }),
    answer: Done,
  },
  'GET /contactTags/:contactId': { params: v.object({ contactId: IdText }), answer: Tags },
})

declare module '../kernel/record/record-change.contract' {
  interface Records {
    tag: TagView
  }
}
