import type { RecordedEvent } from '../kernel/event-log'
import { isEvent } from '../kernel/event-log'
import type { TagId } from '../kernel/ids'
import type { LiveMessage, LivePresenter } from '../kernel/live'
import './tag.events'
import { findTag, presentTag } from './tag.queries'

/** Tags as they are now, their counts with them. */
export const tagLive: LivePresenter = (ctx, events) =>
  events.flatMap((event): LiveMessage[] => {
    const { number } = event
    if (isEvent(event, 'tag.deleted')) {
      return [{ topics: ['all'], event: 'tag', number, data: { action: 'delete', tagId: event.data.tagId } }]
    }
    const action = event.type === 'tag.created' ? 'create' : 'update'
    return concerned(event).flatMap((id) => {
      const tag = findTag(ctx, id)
      return tag ? [{ topics: ['all'], event: 'tag', number, data: { action, tag: presentTag(tag) } }] : []
    })
  })

function concerned(event: RecordedEvent): TagId[] {
  if (isEvent(event, 'tag.created') || isEvent(event, 'tag.updated')) return [event.data.tagId]
  if (isEvent(event, 'tag.ticketsRemoved')) return [event.data.tagId]
  if (isEvent(event, 'contact.tagsChanged')) return [...event.data.added, ...event.data.removed]
  if (!isEvent(event, 'ticket.laneChanged')) return []
  const { fromTagIds, toTagId } = event.data
  return toTagId === null ? fromTagIds : [...fromTagIds, toTagId]
}
