import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { SuperUserGuard } from '../../kernel/http/user-guard'
import type { HostWatch } from './host-watch'
import { hostWatchCalls } from './host-watch.calls'

export function hostWatchRoutes(superUserGuard: SuperUserGuard, watch: HostWatch) {
  return answerCalls(new Elysia({ name: 'host-watch' }).use(superUserGuard), hostWatchCalls, {
    'GET /host': () => watch.view(),
    'POST /host/doctor': () => watch.examine(),
    'POST /host/backup': () => watch.backUp(),
    'PUT /host/companies/:id/node': ({ params, body }) => watch.moveCompany(params.id, body.node),
  })
}
