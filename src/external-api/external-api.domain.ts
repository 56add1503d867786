import type { Domain } from '../platform/domain'
import { externalApiPerson } from './external-api.person'
import { reportStatus, getExternalMessageStatus } from './report-status'
import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { Platform } from '../platform/platform'
import { runExclusively, findAnswer, hashOf, readIdempotencyKey } from './api-request'
import { createConnectionGuard } from './connection-guard'
import { externalMessageCalls } from './external-message.calls'
import { sendExternalMessage } from './send-external-message'

export const externalApiDomain = {
  name: 'external-api',
  calls: externalMessageCalls,
  routes: ({ platform }) => externalMessageRoutes(platform),
  reactions: [reportStatus],
  person: externalApiPerson,
} satisfies Domain

function externalMessageRoutes(platform: Platform) {
  const app = new Elysia({ name: 'external-messages' }).use(createConnectionGuard(platform))
  return answerCalls(app, externalMessageCalls, {
    'POST /api/messages/send': async ({ access, body, request, set }) => {
      const key = readIdempotencyKey(request)
      if (key === undefined) return sendExternalMessage(access, body, undefined)
      const hash = await hashOf(body)
      const known = findAnswer(access.ctx, access.connectionId, key, hash)
      if (known) {
        set.headers['idempotent-replay'] = 'true'
        return known
      }
      return runExclusively(access.ctx, `${access.connectionId} ${key}`, () =>
        sendExternalMessage(access, body, { key, hash }),
      )
    },
    'GET /api/messages/:id': ({ access, params }) => getExternalMessageStatus(access, params.id),
  })
}
