import type { Domain } from '../platform/domain'
import { botTurnJob } from './bot-turn'
import { botReactions } from './bot.reactions'
import { ticketTimerJobs } from './ticket-timers/ticket-timers.jobs'

export const botDomain: Domain = {
  name: 'bot',
  reactions: botReactions,
  jobs: { ...ticketTimerJobs, 'bot.turn': botTurnJob },
}
