import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { UserGuard } from '../kernel/http/user-guard'
import { botCalls } from './bot.calls'
import { stopBot } from './stop-bot'

export function botRoutes(guard: UserGuard) {
  return answerCalls(new Elysia({ name: 'bot-routes' }).use(guard), botCalls, {
    'POST /tickets/:id/stop-bot': ({ ctx, params }) => {
      stopBot(ctx, params.id)
      return { ok: true }
    },
  })
}
