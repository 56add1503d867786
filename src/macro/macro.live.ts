import type { CompanyContext } from '../kernel/company/company-context'
import { presentEach } from '../kernel/live/live'
import { listUserNames } from '../user/user.queries'
import './macro.calls'
import { presentMacro } from './macro.view'
import './save-macro'

export const macroLive = presentEach({
  'macro.deleted': (_, { number, data: { macroId: id, userId, shared } }) => [
    { event, number, topics: shared ? ['all'] : [`user:${userId}`], data: { action: 'delete', id } },
  ],
  'macro.created': (ctx, { number, data }) => presentSaved(ctx, number, 'create', data.macroId),
  'macro.updated': (ctx, { number, data: { macroId: id, hides } }) => {
    const saved = presentSaved(ctx, number, 'update', id)
    if (!hides) return saved
    return saved.flatMap((change) => {
      const { userId } = change.data.record
      const others = listUserNames(ctx).flatMap((user) => (user.id === userId ? [] : [`user:${user.id}`]))
      return [change, { event, number, topics: others, data: { action: 'delete', id } }]
    })
  },
})

const event = 'macro' as const

function presentSaved(ctx: CompanyContext, number: number, action: 'create' | 'update', id: number) {
  const record = presentMacro(ctx, id)
  if (!record) return []
  const topics = record.shared ? ['all'] : [`user:${record.userId}`]
  return [{ event, number, topics, data: { action, record } }]
}
