import * as v from 'valibot'
import { isAdmin } from '../kernel/company/actor'
import { refuse } from '../kernel/errors'
import { CompanyIdText, IdParams, ListQuery, refuseOtherCompany } from '../kernel/http/request-parts'
import { enqueueJob } from '../kernel/job/jobs'
import { defineRecord } from '../kernel/record/define-record'
import { viewOf } from '../kernel/record/record-view'
import { contactListItemCalls } from './contact-list.calls'
import { ContactListBody, FillContactListBody } from './contact-list.contract'
import { contactListTable } from './contact-list.tables'
import type { CompanyContext } from '../kernel/company/company-context'

export const ContactListView = viewOf(contactListTable, {
  items: 'hidden',
  valid: 'hidden',
  invalid: 'hidden',
  contactsCount: v.number(),
  validCount: v.number(),
  invalidCount: v.number(),
})
export type ContactListView = v.InferOutput<typeof ContactListView>

const ContactListPick = v.object({ id: v.number(), name: v.string(), contactsCount: v.number() })
export type ContactListPick = v.InferOutput<typeof ContactListPick>

declare module '../kernel/record/record-change.contract' {
  interface Records {
    contactList: ContactListView
  }
}

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'contactListItem.created': { contactListItemId: number; inListId: number }
    'contactListItem.updated': { contactListItemId: number; inListId: number }
    'contactListItem.deleted': { contactListItemId: number; inListId: number; name: string }
    'contactListItems.changed': { inListId: number }
  }
}

/** Lists contain many people's numbers. */
export const contactListRecords = defineRecord({
  subject: 'contactList',
  path: '/contact-lists',
  list: { query: v.object({ ...ListQuery.entries, companyId: CompanyIdText }) },
  table: contactListTable,
  view: ContactListView,
  unaudited: ['items', 'valid', 'invalid'],
  body: ContactListBody,
  updateBody: ContactListBody,
  notFound: 'ERR_NO_CONTACT_LIST_FOUND',
  uniqueName: { taken: 'ERR_CONTACT_LIST_NAME_ALREADY_EXISTS' },
  read: 'admins',
  change: isAdmin,
  plan: 'useCampaigns',
  one: true,
  calls: {
    'GET /contact-lists/list': { query: v.object({ companyId: CompanyIdText }), answer: v.array(ContactListPick) },
    'GET /contact-lists/sample': { answer: 'file' },
    'POST /contact-lists/:id/check': { params: IdParams, answer: ContactListView },
    /** `left`: without a number, groups, other channels. */
    'POST /contact-lists/:id/fill': {
      params: IdParams,
      body: FillContactListBody,
      answer: v.object({ added: v.number(), known: v.number(), left: v.number() }),
    },
    ...contactListItemCalls,
  },
  present: () => (list) => ({ contactsCount: list.items, validCount: list.valid, invalidCount: list.invalid }),
  creates(ctx, { name, companyId }) {
    refuseOtherCompany(ctx, companyId)
    return { name }
  },
  updates: (_, { name }) => ({ name }),
  /** A job erases the items. @throws Refusal ERR_CONTACT_LIST_IN_USE, naming the campaign */
  deletes(ctx, { id }) {
    const campaign = ctx.company.services.ports.contactListUse.findCampaignUsing(ctx, id)
    if (campaign !== undefined) refuse('ERR_CONTACT_LIST_IN_USE', { body: { campaign } })
    enqueueJob(ctx, 'contactList.erase', { listId: id })
  },
  changedBy: {
    'contactListItem.created': listOfItem,
    'contactListItem.updated': listOfItem,
    'contactListItem.deleted': listOfItem,
    'contactListItems.changed': listOfItem,
  },
})
export const { find: findContactList, get: getContactList } = contactListRecords

function listOfItem({ data }: { data: { inListId: number } }) {
  return [data.inListId]
}

/** Campaigns are a later domain. */
interface ContactListUsePort {
  findCampaignUsing(ctx: CompanyContext, listId: number): string | undefined
}

declare module '../kernel/company/company-files' {
  interface CompanyPorts {
    contactListUse: ContactListUsePort
  }
}
