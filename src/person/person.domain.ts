import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { UserGuard } from '../kernel/http/user-guard'
import type { Domain } from '../platform/domain'
import type { Platform } from '../platform/platform'
import { sendArchive } from './archive/send-archive'
import { personCalls } from './person.calls'

/** What the law gives a contact: a copy of everything stored (LGPD art. 18, II and V), and its erasure (VI). */
export const personDomain = {
  name: 'person',
  calls: personCalls,
  routes: ({ guard, platform }) => personRoutes(guard, platform),
} satisfies Domain

function personRoutes(guard: UserGuard, platform: Platform) {
  const app = new Elysia({ name: 'person-routes' }).use(guard)
  return answerCalls(app, personCalls, {
    'GET /contacts/:id/archive': ({ ctx, params, query }) => sendArchive(platform, ctx, params.id, query),
  })
}
