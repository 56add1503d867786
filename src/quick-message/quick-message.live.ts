import type { CompanyContext } from '../kernel/company/company-context'
import { presentEach } from '../kernel/live/live'
import { listUsers } from '../user/user.queries'
import type { QuickMessageRecord } from './quick-message.calls'
import { presentQuickMessages } from './quick-message.view'
import './save-quick-message'

/** `quickemessage`, to those who see it: a shared one to all users, any other to its owner. */
export const quickMessageLive = presentEach({
  'quickMessage.deleted': (_, { number, data: { quickMessageId: id, userId, shared } }) => [
    { event, number, topics: shared ? ['all'] : [`user:${userId}`], data: { action: 'delete', id } },
  ],
  'quickMessage.created': (ctx, { number, data }) => presentSaved(ctx, number, 'create', data.quickMessageId),
  'quickMessage.updated': (ctx, { number, data: { quickMessageId: id, hides } }) => {
    const saved = presentSaved(ctx, number, 'update', id)
    if (!hides) return saved
    // The owner gets the new state, all others the deletion.
    return saved.flatMap((change) => {
      const { userId } = change.data.record
      const others = listUsers(ctx).flatMap((user) => (user.id === userId ? [] : [`user:${user.id}`]))
      return [change, { event, number, topics: others, data: { action: 'delete', id } }]
    })
  },
})

const event = 'quickemessage' as const

function presentSaved(ctx: CompanyContext, number: number, action: 'create' | 'update', id: number) {
  return presentQuickMessages(ctx, [id]).map((record) => ({
    event,
    number,
    topics: topicsOf(record),
    data: { action, record },
  }))
}

const topicsOf = ({ visao, geral, userId }: QuickMessageRecord) => (visao || geral ? ['all'] : [`user:${userId}`])
