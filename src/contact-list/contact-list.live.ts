import { isEvent, type RecordedEvent } from '../kernel/event/event-log'
import type { LiveMessage, LivePresenter } from '../kernel/live/live'
import { findListItem, presentListItem } from './contact-list-item.queries'
import './contact-list.events'

/** `company-1-ContactListItem`, for admins. */
export const contactListItemLive: LivePresenter = (ctx, events) =>
  events.flatMap((event): LiveMessage[] => {
    const data = itemData(ctx, event)
    return data ? [{ topics: ['admin'], event: 'contactListItem', number: event.number, data }] : []
  })

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
