import type { Domain } from '../platform/domain'
import { confirmOwnPassword } from '../user/confirm-password'
import { externalApiPerson } from './external-api.person'
import { reportStatus, getExternalMessageStatus } from './report-status'
import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { Platform } from '../platform/platform'
import { runExclusively, findAnswer, hashOf, readIdempotencyKey } from './api-request'
import { createConnectionGuard, requireScope } from './connection-guard'
import { getApiTicket, listApiTickets, writeContact } from './api-records'
import type { ApiTokenBody } from '../connection/api-token/api-token.contract'
import {
  apiTokenRecords,
  createApiToken,
  deleteApiToken,
  updateApiToken,
} from '../connection/api-token/api-token.record'
import { createContact, updateContact } from '../contact/contact.commands'
import { listContacts } from '../contact/list/list-contacts'
import { presentContact } from '../contact/list/present-contact'
import { sendJson } from '../kernel/http/json-text'
import type { UserGuard } from '../kernel/http/user-guard'
import { pick } from '../kernel/typed-object.contract'
import { externalMessageCalls } from './external-message.calls'
import { sendExternalMessage } from './send-external-message'

const apiTokenRecord = {
  ...pick(apiTokenRecords, 'subject', 'calls', 'viewSchema', 'live'),
  routes: ({ guard, platform }: { guard: UserGuard; platform: Platform }) =>
    apiTokenRecords
      .answering({
        'POST /api-tokens': async ({ ctx, body: { currentPassword, ...body } }) => {
          apiTokenRecords.assertMayChange(ctx)
          await confirmOwnPassword(platform, ctx, currentPassword)
          return createApiToken(platform, ctx, body)
        },
        'PUT /api-tokens/:id': async ({ ctx, params, body: { currentPassword, ...body } }) => {
          apiTokenRecords.openToChange(ctx, params.id)
          if (opensMore(body)) await confirmOwnPassword(platform, ctx, currentPassword)
          return updateApiToken(ctx, params.id, body)
        },
        'DELETE /api-tokens/:id': ({ ctx, params }) => deleteApiToken(platform, ctx, params.id),
      })
      .routes({ guard }),
}

/** Unlike a new name. */
const opensMore = ({ scopes, connectionIds, expiresOn }: Partial<ApiTokenBody>) =>
  scopes !== undefined || connectionIds !== undefined || expiresOn !== undefined

export const externalApiDomain = {
  name: 'external-api',
  records: [apiTokenRecord],
  calls: externalMessageCalls,
  routes: ({ platform }) => externalMessageRoutes(platform),
  reactions: [reportStatus],
  person: externalApiPerson,
} satisfies Domain

function externalMessageRoutes(platform: Platform) {
  const app = new Elysia({ name: 'external-messages' }).use(createConnectionGuard(platform))
  return answerCalls(app, externalMessageCalls, {
    'POST /api/messages/send': async ({ access, body, request, set }) => {
      requireScope(access, 'messages:send')
      const key = readIdempotencyKey(request)
      if (key === undefined) return sendExternalMessage(access, body, undefined)
      const hash = await hashOf(body)
      const known = findAnswer(access.ctx, access.holderId, key, hash)
      if (known) {
        set.headers['idempotent-replay'] = 'true'
        return known
      }
      return runExclusively(access.ctx, `${access.holderId} ${key}`, () =>
        sendExternalMessage(access, body, { key, hash }),
      )
    },
    'GET /api/messages/:id': ({ access, params }) => {
      requireScope(access, 'messages:send')
      return getExternalMessageStatus(access, params.id)
    },
    'GET /api/tickets': ({ access, query, set }) => sendJson(set, listApiTickets(access, query)),
    'GET /api/tickets/:id': ({ access, params }) => getApiTicket(access, params.id),
    'GET /api/contacts': ({ access, query, set }) => {
      requireScope(access, 'contacts:read')
      return sendJson(set, listContacts(access.ctx, query))
    },
    'GET /api/contacts/:id': ({ access, params }) => {
      requireScope(access, 'contacts:read')
      return presentContact(access.ctx, params.id)
    },
    'POST /api/contacts': ({ access, body }) => writeContact(access, 'created', (ctx) => createContact(ctx, body)),
    'PUT /api/contacts/:id': ({ access, params, body }) =>
      writeContact(access, 'updated', (ctx) => {
        updateContact(ctx, params.id, body)
        return params.id
      }),
  })
}
