import { isEvent } from '../kernel/event-log'
import type { LiveMessage, LivePresenter } from '../kernel/live'
import './company-schedule'
import { findQueue, presentQueue } from './queue.queries'

export const queueLive: LivePresenter = (ctx, events) =>
  events.flatMap((event): LiveMessage[] => {
    const { number } = event
    if (isEvent(event, 'companySchedule.changed')) {
      return [{ topics: ['admin'], event: 'companySchedule', number, data: { action: 'update' } }]
    }
    if (isEvent(event, 'queue.deleted')) {
      return [{ topics: ['all'], event: 'queue', number, data: { action: 'delete', queueId: event.data.queueId } }]
    }
    if (!isEvent(event, 'queue.created') && !isEvent(event, 'queue.updated')) return []
    const queue = findQueue(ctx, event.data.queueId)
    const action = event.type === 'queue.created' ? 'create' : 'update'
    return queue ? [{ topics: ['all'], event: 'queue', number, data: { action, queue: presentQueue(queue) } }] : []
  })
