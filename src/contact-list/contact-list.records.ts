import { companyRecords } from '../kernel/record/company-records'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { isEvent, type RecordedEvent } from '../kernel/event/event-log'
import { enqueueJob } from '../kernel/job/jobs'
import { requirePlan } from '../kernel/company/require-plan'
import type { ContactListBody } from './contact-list.contract'
import { ContactListView } from './contact-list.calls'
import './contact-list.events'
import './contact-list.jobs.types'
import { contactListTable } from './contact-list.tables'
import './contact-list-use.port'
import { type Actor, isAdmin } from '../kernel/company/actor'

export type ContactList = typeof contactListTable.$inferSelect

export const contactListRecords = companyRecords({
  subject: 'contactList',
  table: contactListTable,
  notFound: 'ERR_NO_CONTACT_LIST_FOUND',
  read: 'admins',
  uniqueName: { taken: 'ERR_CONTACT_LIST_NAME_ALREADY_EXISTS' },
  change: canManageContactLists,
  view: ContactListView,
  present: () => presentContactList,
  changedBy: listsChangedBy,
})
export const { find: findContactList, get: getContactList } = contactListRecords

/** @throws Refusal ERR_NO_PERMISSION; ERR_PLAN_LIMIT without campaigns in the plan */
export function assertMayManageLists(ctx: CompanyContext) {
  if (!canManageContactLists(ctx.actor)) refuse('ERR_NO_PERMISSION')
  requirePlan(ctx, 'useCampaigns')
}

/** @throws Refusal ERR_CONTACT_LIST_NAME_ALREADY_EXISTS, and as `assertMayManageLists` */
export function createContactList(ctx: CompanyContext, { name }: ContactListBody) {
  assertMayManageLists(ctx)
  return presentContactList(contactListRecords.create(ctx, { name }))
}

/** @throws Refusal as `createContactList`, ERR_NO_CONTACT_LIST_FOUND */
export function updateContactList(ctx: CompanyContext, id: number, { name }: ContactListBody) {
  assertMayManageLists(ctx)
  return presentContactList(contactListRecords.update(ctx, id, { name }))
}

/**
 * Deletes a list; its items are erased by a job.
 * @throws Refusal ERR_CONTACT_LIST_IN_USE, naming the campaign; and as `updateContactList`
 */
export function deleteContactList(ctx: CompanyContext, id: number) {
  assertMayManageLists(ctx)
  ctx.transaction(() => {
    getContactList(ctx, id)
    const campaign = ctx.company.services.ports.contactListUse.findCampaignUsing(ctx, id)
    if (campaign !== undefined) refuse('ERR_CONTACT_LIST_IN_USE', { body: { campaign } })
    contactListRecords.remove(ctx, id)
    enqueueJob(ctx, 'contactList.erase', { listId: id })
  })
}

export function presentContactList(list: ContactList): ContactListView {
  const { id, name, items, valid, invalid, createdAt, updatedAt } = list
  return {
    id,
    name,
    contactsCount: items,
    validCount: valid,
    invalidCount: invalid,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

function listsChangedBy(event: RecordedEvent): readonly number[] {
  const isItems =
    isEvent(event, 'contactListItem.created') ||
    isEvent(event, 'contactListItem.updated') ||
    isEvent(event, 'contactListItem.deleted') ||
    isEvent(event, 'contactListItems.changed')
  return isItems ? [event.data.inListId] : []
}

/** Contact lists contain many people's numbers and are used by campaigns. */
function canManageContactLists(actor: Actor) {
  return isAdmin(actor)
}
