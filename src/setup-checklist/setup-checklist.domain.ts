import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { Domain } from '../platform/domain'
import { setupChecklistCalls, type SetupChecklist } from './setup-checklist.calls'
import { actingUserId, isAdmin } from '../kernel/company/actor'
import { createContext, type CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import { updateCompany } from '../platform/company/company.commands'
import type { Platform } from '../platform/platform'
import { storeValue } from '../setting/save-setting'
import { findStoredValue, isSettingEnabled } from '../setting/setting.queries'
import { presentEach } from '../kernel/live/live'
import { channelRules } from '../channel/channel-rules.contract'
import { type Connection, listConnections } from '../connection/connection.queries'
import { countQueues } from '../queue/queue.queries'
import { countUsers } from '../user/user.queries'
import { hasAttended, listReachGaps } from './reach.view'
import { type SetupStep, stepOfGap } from './setup-checklist.contract'

const topics = ['admin']

const setupChecklistLive = presentEach({
  'setupChecklist.dismissed': (_, { number }) => [
    { topics, event: 'setupChecklist', number, data: { action: 'delete' } },
  ],
  'setupChecklist.companyNamed': (_, { number }) => [
    { topics, event: 'setupChecklist', number, data: { action: 'update' } },
  ],
})

export const setupChecklistDomain = {
  name: 'setup-checklist',
  calls: setupChecklistCalls,
  routes: ({ guard, platform }) =>
    answerCalls(new Elysia({ name: 'setup-checklist-routes' }).use(guard), setupChecklistCalls, {
      'GET /setup-checklist': ({ ctx }) => getSetupChecklist(ctx),
      'PUT /setup-checklist/company': async ({ ctx, body }) => {
        await nameCompany(platform, ctx, body.name)
        return getSetupChecklist(ctx)
      },
      'DELETE /setup-checklist': ({ ctx }) => {
        dismissSetupChecklist(ctx)
        return { ok: true }
      },
    }),
  presenters: [setupChecklistLive],
} satisfies Domain

/** Once: later the host names it. @throws Refusal ERR_NO_PERMISSION, ERR_COMPANY_NAME_ALREADY_EXISTS */
async function nameCompany(platform: Platform, ctx: CompanyContext, name: string) {
  if (!isAdmin(ctx.actor) || findStoredValue(ctx, namedAs)) refuse('ERR_NO_PERMISSION')
  const { id, services } = ctx.company
  if (services.about(id).name !== name) {
    await updateCompany(platform, { companyId: id, userId: actingUserId(ctx.actor) }, id, { name })
  }
  const after = createContext(ctx.company, ctx.actor)
  after.transaction(() => {
    storeValue(after, namedAs, 'true')
    recordEvent(after, 'setupChecklist.companyNamed', {}, {})
  })
}

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'setupChecklist.dismissed': object
    'setupChecklist.companyNamed': object
  }
}

const storedAs = 'setupChecklistDismissed'
const namedAs = 'setupChecklistNamed'

function getSetupChecklist(ctx: CompanyContext): SetupChecklist {
  if (!isAdmin(ctx.actor)) return { steps: [], gaps: [] }
  const gaps = listReachGaps(ctx)
  const records = findStoredValue(ctx, storedAs) ? [] : recordSteps(ctx)
  if (records.every(({ step, made }) => made || step === 'company') && hasAttended(ctx)) return { steps: [], gaps }
  const steps = records.map(({ step, made }) => {
    const gap = made ? (gaps.find(({ kind }) => stepOfGap[kind] === step)?.kind ?? null) : null
    return { step, done: made && gap === null, gap }
  })
  return { steps: steps.every(({ done }) => done) ? [] : steps, gaps }
}

/** Whether the record of each step is made. Whether a message then reaches a person is another question. */
function recordSteps(ctx: CompanyContext) {
  const isNamed = findStoredValue(ctx, namedAs) !== undefined
  const steps: { step: SetupStep; made: boolean }[] = [{ step: 'company', made: isNamed }]
  // A phone briefly offline counts as connected.
  if (ctx.plan.useWhatsapp) {
    steps.push({ step: 'whatsapp', made: listConnections(ctx).some(isConnected) })
  }
  steps.push({ step: 'queue', made: countQueues(ctx) > 0 })
  if (isSettingEnabled(ctx, 'userCreation')) steps.push({ step: 'people', made: countUsers(ctx) > 1 })
  return steps
}

const isConnected = ({ number, channel }: Connection) =>
  number !== '' || channelRules[channel].connectedBy === 'account'

function dismissSetupChecklist(ctx: CompanyContext) {
  if (!isAdmin(ctx.actor)) refuse('ERR_NO_PERMISSION')
  if (findStoredValue(ctx, storedAs)) return
  ctx.transaction(() => {
    storeValue(ctx, storedAs, 'true')
    recordEvent(ctx, 'setupChecklist.dismissed', {}, {})
  })
}
