import { isEvent } from '../kernel/event/event-log'
import type { LiveMessage, LivePresenter } from '../kernel/live/live'
import './bot-errors'

export const botErrorLive: LivePresenter = (_ctx, events) =>
  events.flatMap((event): LiveMessage[] => {
    if (!isEvent(event, 'bot.failed')) return []
    const { kind, ownerId, code, message } = event.data
    const botError = { at: event.at.toISOString(), code, message }
    const data = { action: 'create' as const, kind, ownerId, botError }
    return [{ topics: ['admin'], event: 'botError', number: event.number, data }]
  })
