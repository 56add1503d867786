import type { CompanyContext } from '../kernel/company/company-context'
import { isEvent, type RecordedEvent } from '../kernel/event/event-log'
import type { LiveMessage, LivePresenter } from '../kernel/live/live'
import { listUserNames } from '../user/user.queries'
import './macro.calls'
import { presentMacro } from './macro.view'
import './save-macro'

export const macroLive: LivePresenter = (ctx, events) => events.flatMap((event) => present(ctx, event))

function present(ctx: CompanyContext, event: RecordedEvent): LiveMessage[] {
  const message = { event: 'macro' as const, number: event.number }
  if (isEvent(event, 'macro.deleted')) {
    const { macroId: id, userId, shared } = event.data
    return [{ ...message, topics: shared ? ['all'] : [`user:${userId}`], data: { action: 'delete', id } }]
  }
  const isCreated = isEvent(event, 'macro.created')
  if (!isCreated && !isEvent(event, 'macro.updated')) return []
  const record = presentMacro(ctx, event.data.macroId)
  if (!record) return []
  const saved: LiveMessage = {
    ...message,
    topics: record.shared ? ['all'] : [`user:${record.userId}`],
    data: { action: isCreated ? 'create' : 'update', record },
  }
  if (isCreated || !event.data.hides) return [saved]
  const others = listUserNames(ctx).flatMap(({ id }) => (id === record.userId ? [] : [`user:${id}`]))
  return [saved, { ...message, topics: others, data: { action: 'delete', id: record.id } }]
}
