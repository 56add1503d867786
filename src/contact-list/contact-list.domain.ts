import type { Domain } from '../platform/domain'
import { checkListJob, continueChecks } from './check-list'
import { contactLists } from './contact-list.routes'
import { isEvent, type RecordedEvent } from '../kernel/event/event-log'
import type { LiveMessage, LivePresenter } from '../kernel/live/live'
import { findListItem, presentListItem } from './contact-list-item.queries'
import { eraseReferences } from '../kernel/database/erase-references'
import type { LocalJob } from '../kernel/job/jobs'
import './contact-list.jobs.types'

const eraseItems = eraseReferences('contact_list_item', 'list_id')

/** Erases the items of a deleted list, some at a time. */
const eraseListJob: LocalJob<'contactList.erase'> = {
  attemptsMax: 20,
  run(ctx, { listId }) {
    return eraseItems(ctx, listId) ? ctx.now : undefined
  },
}

/** `company-1-ContactListItem`, for admins. */
const contactListItemLive: LivePresenter = (ctx, events) =>
  events.flatMap((event): LiveMessage[] => {
    const data = itemData(ctx, event)
    return data ? [{ topics: ['admin'], event: 'contactListItem', number: event.number, data }] : []
  })

export const contactListDomain = {
  name: 'contact-list',
  records: [contactLists],
  reactions: [continueChecks],
  presenters: [contactListItemLive],
  jobs: { 'contactList.check': checkListJob, 'contactList.erase': eraseListJob },
} satisfies Domain

function itemData(ctx: Parameters<LivePresenter>[0], event: RecordedEvent) {
  if (isEvent(event, 'contactListItems.changed'))
    return { action: 'reload', contactListId: event.data.inListId } as const
  if (isEvent(event, 'contactListItem.deleted')) {
    const { contactListItemId, inListId: contactListId } = event.data
    return { action: 'delete', contactListItemId, contactListId } as const
  }
  const isCreated = isEvent(event, 'contactListItem.created')
  if (!isCreated && !isEvent(event, 'contactListItem.updated')) return undefined
  const item = findListItem(ctx, event.data.contactListItemId)
  return (
    item && {
      action: isCreated ? ('create' as const) : ('update' as const),
      contactListItem: presentListItem(ctx, item),
    }
  )
}
