import { Elysia } from 'elysia'
import { refuse } from '../kernel/errors'
import { answerCalls } from '../kernel/http/answer-calls'
import type { UserGuard } from '../kernel/http/user-guard'
import type { Domain } from '../platform/domain'
import type { Platform } from '../platform/platform'
import { sendArchive } from './archive/send-archive'
import { beginErasure, erasePersonJob } from './erase/erase-person'
import { erasureReactions, getPersonContact } from './erase/find-erasure'
import { personCalls } from './person.calls'
import { isConfirmed } from './person.contract'

/** What the law gives a contact: a copy of everything stored (LGPD art. 18, II and V), and its erasure (VI). */
export const personDomain = {
  name: 'person',
  calls: personCalls,
  routes: ({ guard, platform }) => personRoutes(guard, platform),
  reactions: erasureReactions,
  jobs: { 'person.erase': erasePersonJob },
} satisfies Domain

function personRoutes(guard: UserGuard, platform: Platform) {
  const app = new Elysia({ name: 'person-routes' }).use(guard)
  return answerCalls(app, personCalls, {
    'GET /contacts/:id/archive': ({ ctx, params, query }) => sendArchive(platform, ctx, params.id, query),
    'POST /contacts/:id/erase': ({ ctx, params, body }) => {
      const contact = getPersonContact(ctx, params.id)
      if (!isConfirmed(body.name, contact.name || contact.number)) {
        refuse('ERR_INVALID_INPUT', { fields: { name: 'notTheName' } })
      }
      beginErasure(platform, ctx, contact)
      return { ok: true }
    },
  })
}
