import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { SuperUserGuard } from '../../kernel/http/super-user-guard'
import type { UserGuard } from '../../kernel/http/user-guard'
import { helpCalls, helpReadingCalls } from './help.calls'
import { createHelp, deleteHelp, listHelpPage, listHelps, updateHelp } from './help.commands'
import type { Platform } from '../platform'

/** Super users write; every signed-in user reads. */
export function helpRoutes(guard: UserGuard, superUserGuard: SuperUserGuard, platform: Platform) {
  const forEveryone = answerCalls(new Elysia({ name: 'helps' }).use(guard), helpReadingCalls, {
    'GET /helps/list': () => listHelps(platform),
  })
  const forSuperUsers = answerCalls(new Elysia({ name: 'help-writing' }).use(superUserGuard), helpCalls, {
    'GET /helps': ({ query }) => listHelpPage(platform, query),
    'POST /helps': ({ operator, body }) => createHelp(platform, operator, body),
    'PUT /helps/:id': ({ operator, params, body }) => updateHelp(platform, operator, params.id, body),
    'DELETE /helps/:id': ({ operator, params }) => {
      deleteHelp(platform, operator, params.id)
      return { ok: true }
    },
  })
  return new Elysia({ name: 'help-routes' }).use(forEveryone).use(forSuperUsers)
}
