import * as v from 'valibot'
import { defineCalls, Done } from '../kernel/http/calls'
import { IdParams } from '../kernel/http/request-parts'
import { ContactListItemBody, ListContactListItemsQuery, UpdateContactListItemBody } from './contact-list.contract'

export const ContactListItemView = v.object({
  id: v.number(),
  companyId: v.number(),
  contactListId: v.number(),
  name: v.string(),
  /** Digits, country first. */
  number: v.string(),
  email: v.string(),
  /** Null until verified. */
  isWhatsappValid: v.nullable(v.boolean()),
  isSuppressed: v.boolean(),
  extra: v.record(v.string(), v.string()),
  createdAt: v.string(),
  updatedAt: v.string(),
})
export type ContactListItemView = v.InferOutput<typeof ContactListItemView>

export const contactListItemCalls = defineCalls({
  'GET /contact-list-items': {
    query: ListContactListItemsQuery,
    answer: v.object({ contacts: v.array(ContactListItemView), hasMore: v.boolean(), count: v.number() }),
  },
  'GET /contact-list-items/:id': { params: IdParams, answer: ContactListItemView },
  'POST /contact-list-items': { body: ContactListItemBody, answer: ContactListItemView },
  'PUT /contact-list-items/:id': { params: IdParams, body: UpdateContactListItemBody, answer: ContactListItemView },
  'DELETE /contact-list-items/:id': { params: IdParams, answer: Done },
})

/** `reload`: many have changed. */
type ContactListItemEvent =
  | { action: 'create' | 'update'; contactListItem: ContactListItemView }
  | { action: 'delete'; contactListItemId: number; contactListId: number }
  | { action: 'reload'; contactListId: number }

declare module '../kernel/live/live-events.contract' {
  interface LiveEvents {
    contactListItem: ContactListItemEvent
  }
}
