import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { SuperUserGuard } from '../../kernel/http/super-user-guard'
import type { Platform } from '../../platform/platform'
import { getCompanyConnection } from './all-connections'
import { supportCalls } from '../connection.calls'
import { getConnection } from '../connection.queries'
import { deleteConnection } from '../save/delete-connection'
import { removeGreetingMedia, setGreetingMedia } from '../save/greeting-media'
import { createConnection, updateConnection } from '../save/save-connection'
import { supportedCompany } from './supported-company'
import { leaveConnection, renewConnectionCode, tryConnection } from '../session/whatsapp-session'

export function supportRoutes(guard: SuperUserGuard, platform: Platform) {
  const path = '/companies/:id/connections/:connectionId'
  return answerCalls(new Elysia({ name: 'support-routes' }).use(guard), supportCalls, {
    'POST /companies/:id/connections': ({ operator, params: { id }, body }) => {
      const ctx = supportedCompany(platform, operator, id, 'connectionCreated')
      return getCompanyConnection(platform, id, createConnection(platform, ctx, body))
    },
    [`PUT ${path}`]: ({ operator, params: { id, connectionId }, body }) => {
      const ctx = supportedCompany(platform, operator, id, 'connectionChanged')
      updateConnection(platform, ctx, connectionId, body)
      return getCompanyConnection(platform, id, connectionId)
    },
    [`DELETE ${path}`]: async ({ operator, params: { id, connectionId } }) => {
      await deleteConnection(platform, supportedCompany(platform, operator, id, 'connectionDeleted'), connectionId)
      return { ok: true }
    },
    [`POST ${path}/media-upload`]: async ({ operator, params: { id, connectionId }, body }) => {
      await setGreetingMedia(supportedCompany(platform, operator, id, 'connectionChanged'), connectionId, body.file)
      return getCompanyConnection(platform, id, connectionId)
    },
    [`DELETE ${path}/media-upload`]: ({ operator, params: { id, connectionId } }) => {
      removeGreetingMedia(supportedCompany(platform, operator, id, 'connectionChanged'), connectionId)
      return getCompanyConnection(platform, id, connectionId)
    },
    [`POST ${path}/session`]: ({ operator, params: { id, connectionId } }) =>
      tryConnection(supportedCompany(platform, operator, id, 'connectionTried'), connectionId),
    [`PUT ${path}/session`]: ({ operator, params: { id, connectionId } }) =>
      renewConnectionCode(supportedCompany(platform, operator, id, 'connectionCodeRenewed'), connectionId),
    [`DELETE ${path}/session`]: ({ operator, params: { id, connectionId } }) =>
      leaveConnection(supportedCompany(platform, operator, id, 'connectionLeft'), connectionId),
    [`GET ${path}/code`]: ({ operator, params: { id, connectionId } }) => {
      const { status, qrcode, lastError } = getConnection(supportedCompany(platform, operator, id), connectionId)
      return { status, qrcode, lastError }
    },
  })
}
