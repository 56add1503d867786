import { Elysia } from 'elysia'
import { supportedCompany } from '../connection/host/supported-company'
import { answerCalls } from '../kernel/http/answer-calls'
import type { Domain } from '../platform/domain'
import { listConnectionChoices } from './connection-choices'
import { connectionChoicesCalls, supportLogCalls } from './connection-support.calls'
import { listSupportLog } from './support-log.queries'

/** The host's form for another company's connection. It references records of later domains than `connection`. */
export const connectionSupportDomain: Domain = {
  name: 'connection-support',
  routes: ({ guard, superUserGuard, platform }) => {
    const forHost = answerCalls(
      new Elysia({ name: 'connection-choices' }).use(superUserGuard),
      connectionChoicesCalls,
      {
        'GET /companies/:id/connection-choices': ({ params }) =>
          listConnectionChoices(supportedCompany(platform, params.id)),
      },
    )
    const forAdmins = answerCalls(new Elysia({ name: 'support-log' }).use(guard), supportLogCalls, {
      'GET /support-log': ({ ctx, query }) => listSupportLog(platform, ctx, query.pageNumber),
    })
    return new Elysia({ name: 'connection-support-routes' }).use(forHost).use(forAdmins)
  },
}
