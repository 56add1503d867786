import type { CompanyContext } from '../kernel/company/company-context'
import { isEvent, type RecordedEvent } from '../kernel/event/event-log'
import type { LiveMessage, LivePresenter } from '../kernel/live/live'
import { presentForAudiences } from './present-schedule'
import './schedule.events'

interface Change {
  number: number
  action: 'create' | 'update' | 'delete'
}

/** `company1-schedule`: the final state of each changed schedule, once. */
export const scheduleLive: LivePresenter = { on: (type) => type.startsWith('schedule.'), present }

function present(ctx: CompanyContext, events: readonly RecordedEvent[]) {
  const changed = new Map<number, Change>()
  for (const event of events) {
    for (const id of concerned(event)) {
      const action = isEvent(event, 'schedule.created') ? 'create' : (changed.get(id)?.action ?? 'update')
      changed.set(id, { number: event.number, action: isEvent(event, 'schedule.deleted') ? 'delete' : action })
    }
  }
  return [...changed].flatMap(([id, { number, action }]): LiveMessage[] => {
    const message = { event: 'schedule' as const, number }
    if (action === 'delete') {
      return [{ ...message, topics: ['admin', 'plain'], data: { action, scheduleId: id } }]
    }
    return presentForAudiences(ctx, id).map(({ topics, schedule }) => ({
      ...message,
      topics,
      data: { action, schedule },
    }))
  })
}

function concerned(event: RecordedEvent): number[] {
  if (isEvent(event, 'schedule.contactChanged')) return event.data.scheduleIds
  return 'scheduleId' in event.data ? [event.data.scheduleId] : []
}
