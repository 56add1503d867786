import { Elysia } from 'elysia'
import { supportedCompany } from '../connection/host/supported-company'
import { answerCalls } from '../kernel/http/answer-calls'
import type { Domain } from '../platform/domain'
import { listConnectionChoices } from './connection-choices'
import { connectionSupportCalls } from './connection-support.calls'

/** The host's form for another company's connection. It references records of later domains than `connection`. */
export const connectionSupportDomain: Domain = {
  name: 'connection-support',
  routes: ({ superUserGuard, platform }) =>
    answerCalls(new Elysia({ name: 'connection-support-routes' }).use(superUserGuard), connectionSupportCalls, {
      'GET /companies/:id/connection-choices': ({ operator, params }) =>
        listConnectionChoices(supportedCompany(platform, operator, params.id)),
    }),
}
