import './template.calls'
import { isEvent } from '../kernel/event/event-log'
import type { LiveMessage, LivePresenter } from '../kernel/live/live'

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    /** Templates were read from the provider, or one was added or deleted. */
    'template.changed': { connectionId: number }
  }
}

export const templateLive: LivePresenter = (_, events) =>
  events.flatMap((event): LiveMessage[] => {
    if (!isEvent(event, 'template.changed')) return []
    const data = { action: 'reload' as const, whatsappId: event.data.connectionId }
    return [{ topics: ['all'], event: 'templates', number: event.number, data }]
  })
