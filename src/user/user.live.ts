import type { CompanyContext } from '../kernel/company/company-context'
import type { UserId } from '../kernel/ids'
import { type LiveMessage, presentEach } from '../kernel/live/live'
import './user.calls'
import './user.events'
import { presentPick, presentUser } from './present-user'
import { listUserQueues } from './user-queues.view'
import { findUser } from './user.queries'

export const userLive = presentEach({
  'user.deleted': (_, { number, data: { userId } }) => [
    { topics: ['all'], event: 'user', number, data: { action: 'delete', userId } },
  ],
  'user.created': (ctx, { number, data }) => publishToUser(ctx, data.userId, 'create', number),
  'user.changed': (ctx, { number, data }) => publishToUser(ctx, data.userId, 'update', number),
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
