import type { CompanyContext } from '../kernel/company/company-context'
import { isEvent, type RecordedEvent } from '../kernel/event/event-log'
import type { LiveMessage, LivePresenter } from '../kernel/live/live'
import { listUsers } from '../user/user.queries'
import type { QuickMessageRecord } from './quick-message.calls'
import { presentQuickMessages } from './quick-message.view'
import './save-quick-message'

/** `quickemessage`, to those who see it: a shared one to all users, any other to its owner. */
export const quickMessageLive: LivePresenter = (ctx, events) => events.flatMap((event) => present(ctx, event))

function present(ctx: CompanyContext, event: RecordedEvent): LiveMessage[] {
  const message = { event: 'quickemessage' as const, number: event.number }
  if (isEvent(event, 'quickMessage.deleted')) {
    const { quickMessageId: id, userId, shared } = event.data
    return [{ ...message, topics: shared ? ['all'] : [`user:${userId}`], data: { action: 'delete', id } }]
  }
  const isCreated = isEvent(event, 'quickMessage.created')
  if (!isCreated && !isEvent(event, 'quickMessage.updated')) return []
  const { quickMessageId: id } = event.data
  const [record] = presentQuickMessages(ctx, [id])
  if (!record) return []
  const hides = !isCreated && event.data.hides
  const change: LiveMessage = {
    ...message,
    topics: topicsOf(record),
    data: { action: isCreated ? 'create' : 'update', record },
  }
  if (!hides) return [change]
  // The owner gets the new state, all others the deletion.
  const others = listUsers(ctx).flatMap((user) => (user.id === record.userId ? [] : [`user:${user.id}`]))
  return [change, { ...message, topics: others, data: { action: 'delete', id } }]
}

const topicsOf = ({ visao, geral, userId }: QuickMessageRecord) => (visao || geral ? ['all'] : [`user:${userId}`])
