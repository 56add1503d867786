import type { CompanyContext } from '../kernel/company/company-context'
import { isEvent } from '../kernel/event/event-log'
import type { UserId } from '../kernel/ids'
import type { LiveMessage, LivePresenter } from '../kernel/live/live'
import './user.calls'
import './user.events'
import { presentPick, presentUser } from './present-user'
import { listUserQueues } from './user-queues.view'
import { findUser } from './user.queries'

export const userLive: LivePresenter = (ctx, events) =>
  events.flatMap((event): LiveMessage[] => {
    const { number } = event
    if (isEvent(event, 'user.deleted')) {
      return [{ topics: ['all'], event: 'user', number, data: { action: 'delete', userId: event.data.userId } }]
    }
    if (isEvent(event, 'user.created')) return publishToUser(ctx, event.data.userId, 'create', number)
    if (isEvent(event, 'user.changed')) return publishToUser(ctx, event.data.userId, 'update', number)
    return []
  })

/**
 * Publishes the short form to plain users, then the whole to admins and the user. Online status is published
 * separately, because a stale value would overwrite a newer one.
 */
function publishToUser(ctx: CompanyContext, id: UserId, action: 'create' | 'update', number: number): LiveMessage[] {
  const user = findUser(ctx, id)
  if (!user) return []
  const queues = listUserQueues(ctx, id).get(id)
  const { online, ...pick } = presentPick(ctx, user, queues, () => false)
  const { online: _, status, ...whole } = presentUser(ctx, user, queues, () => false)
  return [
    { topics: ['plain'], event: 'user', number, data: { action, user: pick } },
    { topics: ['admin', `user:${id}`], event: 'user', number, data: { action, user: whole } },
  ]
}
