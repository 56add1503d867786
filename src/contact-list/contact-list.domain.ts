import type { Domain } from '../platform/domain'
import { checkListJob, continueChecks } from './check-list'
import { contactLists } from './contact-list.routes'
import type { CompanyContext } from '../kernel/company/company-context'
import { type LiveMessage, presentEach } from '../kernel/live/live'
import { findListItem, presentListItem } from './contact-list-item.queries'
import { contactListItemTable } from './contact-list.tables'
import { eraseReferences, oneBatch } from '../kernel/company/batches'
import type { LocalJob } from '../kernel/job/jobs'
import { ContactListItemView } from './contact-list.calls'

const eraseItems = eraseReferences(contactListItemTable.listId, contactListItemTable.id)

const eraseListJob: LocalJob<'contactList.erase'> = {
  attemptsMax: 20,
  run(ctx, { listId }) {
    return oneBatch(ctx, eraseItems(ctx, listId)) ? ctx.now : undefined
  },
}

const contactListItemLive = presentEach({
  'contactListItems.changed': (_, { number, data }) => [
    { topics, event: 'contactListItem', number, data: { action: 'reload', contactListId: data.inListId } },
  ],
  'contactListItem.deleted': (_, { number, data: { contactListItemId, inListId: contactListId } }) => [
    { topics, event: 'contactListItem', number, data: { action: 'delete', contactListItemId, contactListId } },
  ],
  'contactListItem.created': (ctx, { number, data }) => presentItem(ctx, number, 'create', data.contactListItemId),
  'contactListItem.updated': (ctx, { number, data }) => presentItem(ctx, number, 'update', data.contactListItemId),
})

const topics = ['admin']

export const contactListDomain = {
  name: 'contact-list',
  views: { ContactListItemView },
  records: [contactLists],
  reactions: [continueChecks],
  presenters: [contactListItemLive],
  jobs: { 'contactList.check': checkListJob, 'contactList.erase': eraseListJob },
} satisfies Domain

function presentItem(ctx: CompanyContext, number: number, action: 'create' | 'update', id: number): LiveMessage[] {
  const item = findListItem(ctx, id)
  if (!item) return []
  const data = { action, contactListItem: presentListItem(ctx, item) }
  return [{ topics, event: 'contactListItem', number, data }]
}

declare module '../kernel/job/jobs' {
  interface JobPayloads {
    'contactList.check': { listId: number }
    'contactList.erase': { listId: number }
  }
}
