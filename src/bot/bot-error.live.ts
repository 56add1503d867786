import { presentEach } from '../kernel/live/live'
import './bot-errors'

export const botErrorLive = presentEach({
  'bot.failed': (_, { number, at, data: { kind, ownerId, code, message } }) => {
    const botError = { at: at.toISOString(), code, message }
    return [{ topics: ['admin'], event: 'botError', number, data: { action: 'create', kind, ownerId, botError } }]
  },
})
