import * as v from 'valibot'
import { defineCalls, Done, recordPage } from '../kernel/http/calls'
import { CompanyIdText, IdParams, ListQuery } from '../kernel/http/request-parts'
import {
  ContactListBody,
  ContactListItemBody,
  FillContactListBody,
  ListContactListItemsQuery,
  UpdateContactListItemBody,
} from './contact-list.contract'

/** A contact list in answers and live events. */
export const ContactListView = v.object({
  id: v.number(),
  name: v.string(),
  contactsCount: v.number(),
  /** Of the contacts: those with an account on WhatsApp, and those without. The others were not checked yet. */
  validCount: v.number(),
  invalidCount: v.number(),
  createdAt: v.string(),
  updatedAt: v.string(),
})
export type ContactListView = v.InferOutput<typeof ContactListView>

/** Somebody on a contact list, in answers and live events. */
export const ContactListItemView = v.object({
  id: v.number(),
  companyId: v.number(),
  contactListId: v.number(),
  name: v.string(),
  /** Digits, country first. */
  number: v.string(),
  email: v.string(),
  /** Null until it was verified. */
  isWhatsappValid: v.nullable(v.boolean()),
  /** Gets no campaigns. */
  isSuppressed: v.boolean(),
  /** Further columns of the spreadsheet, by their titles. */
  extra: v.record(v.string(), v.string()),
  createdAt: v.string(),
  updatedAt: v.string(),
})
export type ContactListItemView = v.InferOutput<typeof ContactListItemView>

const ContactListPick = v.object({ id: v.number(), name: v.string(), contactsCount: v.number() })
export type ContactListPick = v.InferOutput<typeof ContactListPick>

export const contactListCalls = defineCalls({
  'GET /contact-lists': {
    query: v.object({ ...ListQuery.entries, companyId: CompanyIdText }),
    answer: recordPage(ContactListView),
  },
  /** For pickers, by name. */
  'GET /contact-lists/list': { query: v.object({ companyId: CompanyIdText }), answer: v.array(ContactListPick) },
  /** A spreadsheet to fill in and import. */
  'GET /contact-lists/sample': { answer: 'file' },
  'GET /contact-lists/:id': { params: IdParams, answer: ContactListView },
  'POST /contact-lists': { body: ContactListBody, answer: ContactListView },
  'PUT /contact-lists/:id': { params: IdParams, body: ContactListBody, answer: ContactListView },
  'DELETE /contact-lists/:id': { params: IdParams, answer: Done },
  /** Asks the provider about all numbers of the list again. */
  'POST /contact-lists/:id/check': { params: IdParams, answer: ContactListView },
  /** `known`: already on the list. `left`: without a number, groups and contacts of other channels. */
  'POST /contact-lists/:id/fill': {
    params: IdParams,
    body: FillContactListBody,
    answer: v.object({ added: v.number(), known: v.number(), left: v.number() }),
  },
  'GET /contact-list-items': {
    query: ListContactListItemsQuery,
    answer: v.object({ contacts: v.array(ContactListItemView), hasMore: v.boolean(), count: v.number() }),
  },
  'GET /contact-list-items/:id': { params: IdParams, answer: ContactListItemView },
  'POST /contact-list-items': { body: ContactListItemBody, answer: ContactListItemView },
  'PUT /contact-list-items/:id': { params: IdParams, body: UpdateContactListItemBody, answer: ContactListItemView },
  'DELETE /contact-list-items/:id': { params: IdParams, answer: Done },
})

/** The live event `contactListItem`. `reload`: many items of the list have changed. */
type ContactListItemEvent =
  | { action: 'create' | 'update'; contactListItem: ContactListItemView }
  | { action: 'delete'; contactListItemId: number; contactListId: number }
  | { action: 'reload'; contactListId: number }

declare module '../kernel/live/live-events.contract' {
  interface LiveEvents {
    contactListItem: ContactListItemEvent
  }
}
declare module '../kernel/record/record-change.contract' {
  interface Records {
    contactList: ContactListView
  }
}
