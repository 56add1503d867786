import type { Domain } from '../platform/domain'
import { botErrorLive } from './bot-error.live'
import { botTurnJob } from './bot-turn'
import { botReactions } from './bot.reactions'
import { botRoutes } from './bot.routes'
import { endQuestionsJob } from './end-questions'
import { ticketTimerJobs } from './ticket-timers/ticket-timers.jobs'

export const botDomain: Domain = {
  name: 'bot',
  routes: ({ guard }) => botRoutes(guard),
  reactions: botReactions,
  presenters: [botErrorLive],
  jobs: { ...ticketTimerJobs, 'bot.turn': botTurnJob, 'bot.endQuestions': endQuestionsJob },
}
