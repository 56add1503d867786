import { Elysia } from 'elysia'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { AccountHost, EnterCompany } from '../../channel/channel-provider'
import { recordAudit } from '../../kernel/audit/audit'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { Operator, SuperUserGuard } from '../../kernel/http/user-guard'
import type { CompanyId, ConnectionId } from '../../kernel/ids'
import type { Platform } from '../../platform/platform'
import { getCompanyConnection } from './all-connections'
import { supportCalls } from '../connection.calls'
import type { SupportAct } from '../connection.contract'
import { getConnection } from '../connection.queries'
import { deleteConnection } from '../save/delete-connection'
import { removeGreetingMedia, setGreetingMedia } from '../save/greeting-media'
import { createConnection, updateConnection } from '../save/save-connection'
import { supportedCompany } from './supported-company'
import { leaveConnection, renewConnectionCode, tryConnection } from '../session/whatsapp-session'
import { minuteMs } from '../../kernel/time/durations.contract'
import { type ActedOn, auditSupport, isSupportAudited } from '../../platform/company/support-audit'

export function supportRoutes(guard: SuperUserGuard, platform: Platform) {
  const path = '/companies/:id/connections/:connectionId'
  const act = actsOn(platform)
  return answerCalls(new Elysia({ name: 'support-routes' }).use(guard), supportCalls, {
    'POST /companies/:id/connections': ({ operator, params: { id }, body }) => {
      const ctx = supportedCompany(platform, id, operator)
      return logSupportAct(platform, ctx, {
        operator,
        what: 'connectionCreated',
        connection: { name: body.name },
        perform: async () => getCompanyConnection(platform, id, await createConnection(platform, ctx, body)),
      })
    },
    [`PUT ${path}`]: ({ operator, params, body }) =>
      act(operator, params, 'connectionChanged', async (ctx) => {
        await updateConnection(platform, ctx, params.connectionId, body)
        return getCompanyConnection(platform, params.id, params.connectionId)
      }),
    [`DELETE ${path}`]: ({ operator, params }) =>
      act(operator, params, 'connectionDeleted', async (ctx): Promise<{ ok: true }> => {
        await deleteConnection(platform, ctx, params.connectionId)
        return { ok: true }
      }),
    [`POST ${path}/media-upload`]: ({ operator, params, body }) =>
      act(operator, params, 'connectionChanged', async (ctx) => {
        await setGreetingMedia(ctx, params.connectionId, body.file)
        return getCompanyConnection(platform, params.id, params.connectionId)
      }),
    [`DELETE ${path}/media-upload`]: ({ operator, params }) =>
      act(operator, params, 'connectionChanged', (ctx) => {
        removeGreetingMedia(ctx, params.connectionId)
        return getCompanyConnection(platform, params.id, params.connectionId)
      }),
    [`POST ${path}/session`]: ({ operator, params }) =>
      act(operator, params, 'connectionTried', (ctx) => tryConnection(ctx, params.connectionId)),
    [`PUT ${path}/session`]: ({ operator, params }) =>
      act(operator, params, 'connectionCodeRenewed', (ctx) => renewConnectionCode(ctx, params.connectionId)),
    [`DELETE ${path}/session`]: ({ operator, params }) =>
      act(operator, params, 'connectionLeft', (ctx) => leaveConnection(ctx, params.connectionId)),
    [`GET ${path}/code`]: async ({ operator, params: { id, connectionId } }) => {
      const ctx = supportedCompany(platform, id, operator)
      const { name, status, qrcode, lastError } = getConnection(ctx, connectionId)
      if (qrcode) await logShownCode(platform, ctx, { operator, connection: { id: connectionId, name } })
      return { status, qrcode, lastError }
    },
  })
}

/** The host's acts on accounts are audited as those on connections. */
export function enterCompany(platform: Platform, host: AccountHost): EnterCompany {
  return (operator, companyId) => ({
    ctx: supportedCompany(platform, companyId, operator),
    host: {
      ...host,
      create: (ctx, connection, account) =>
        logSupportAct(platform, ctx, {
          operator,
          what: 'connectionCreated',
          connection: { name: connection.name },
          perform: () => host.create(ctx, connection, account),
        }),
      update: (ctx, id, account) =>
        logSupportAct(platform, ctx, {
          operator,
          what: 'connectionChanged',
          connection: { id, name: getConnection(ctx, id).name },
          perform: () => host.update(ctx, id, account),
        }),
    },
  })
}

function actsOn(platform: Platform) {
  return <Answer>(
    operator: Operator,
    { id, connectionId }: { id: CompanyId; connectionId: ConnectionId },
    what: SupportAct,
    perform: (ctx: CompanyContext) => Answer | Promise<Answer>,
  ): Promise<Answer> => {
    const ctx = supportedCompany(platform, id, operator)
    const connection = { id: connectionId, name: getConnection(ctx, connectionId).name }
    return logSupportAct(platform, ctx, { operator, what, connection, perform: () => perform(ctx) })
  }
}

const sameReadingMs = 10 * minuteMs

interface LoggedAct<Answer> {
  operator: Operator
  what: SupportAct
  connection: ActedOn
  perform: () => Answer | Promise<Answer>
}

/** A refused act is not logged. */
async function logSupportAct<Answer>(
  platform: Platform,
  ctx: CompanyContext,
  { perform, ...act }: LoggedAct<Answer>,
): Promise<Answer> {
  const undo = await auditSupport(platform, ctx, act)
  try {
    return await perform()
  } catch (error) {
    undo()
    throw error
  }
}

async function logShownCode(
  platform: Platform,
  ctx: CompanyContext,
  { operator, connection }: { operator: Operator; connection: Required<ActedOn> },
) {
  const act = { operator, what: 'connectionCodeShown' satisfies SupportAct, connection }
  const since = new Date(ctx.now.getTime() - sameReadingMs)
  if (isSupportAudited(platform, ctx, { ...act, since })) return
  await auditSupport(platform, ctx, act)
  ctx.transaction(() => recordAudit(ctx, { object: 'connection', action: 'codeShown', ...connection }))
}
