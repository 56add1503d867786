import { isEvent } from '../kernel/event/event-log'
import type { LiveMessage, LivePresenter } from '../kernel/live/live'
import './setup-checklist'
import './setup-checklist.calls'

export const setupChecklistLive: LivePresenter = (_, events) =>
  events.flatMap((event): LiveMessage[] => {
    const envelope = { topics: ['admin'], event: 'setupChecklist', number: event.number } as const
    if (isEvent(event, 'setupChecklist.dismissed')) return [{ ...envelope, data: { action: 'delete' } }]
    if (isEvent(event, 'setupChecklist.companyNamed')) return [{ ...envelope, data: { action: 'update' } }]
    return []
  })
