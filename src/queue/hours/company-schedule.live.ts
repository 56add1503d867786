import { isEvent } from '../../kernel/event/event-log'
import type { LiveMessage, LivePresenter } from '../../kernel/live/live'
import './company-schedule'

/** Changes of queues are published by their records. */
export const companyScheduleLive: LivePresenter = (_, events) =>
  events.flatMap((event): LiveMessage[] =>
    isEvent(event, 'companySchedule.changed')
      ? [{ topics: ['admin'], event: 'companySchedule', number: event.number, data: { action: 'update' } }]
      : [],
  )
