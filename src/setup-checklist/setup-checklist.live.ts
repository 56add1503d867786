import { isEvent } from '../kernel/event/event-log'
import type { LiveMessage, LivePresenter } from '../kernel/live/live'
import './setup-checklist'
import './setup-checklist.calls'

export const setupChecklistLive: LivePresenter = (_, events) =>
  events.flatMap((event): LiveMessage[] =>
    isEvent(event, 'setupChecklist.dismissed')
      ? [{ topics: ['admin'], event: 'setupChecklist', number: event.number, data: { action: 'delete' } }]
      : [],
  )
