import { listConnections } from '../connection/connection.queries'
import { isAdmin } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import { countQueues } from '../queue/queue.queries'
import { storeValue } from '../setting/save-setting'
import { findStoredValue, isSettingEnabled } from '../setting/setting.queries'
import { countUsers } from '../user/user.queries'
import { hasAttended, listReachGaps } from './reach.view'
import type { SetupChecklist } from './setup-checklist.calls'
import { type SetupStep, stepOfGap } from './setup-checklist.contract'

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'setupChecklist.dismissed': object
    'setupChecklist.companyNamed': object
  }
}

const storedAs = 'setupChecklistDismissed'
export const namedAs = 'setupChecklistNamed'

/** Returns the set-up steps of a new company, derived from its records. */
export function getSetupChecklist(ctx: CompanyContext): SetupChecklist {
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
  // A paired phone that is briefly offline still counts as connected.
  if (ctx.plan.useWhatsapp) {
    steps.push({ step: 'whatsapp', made: listConnections(ctx).some(({ number }) => number !== '') })
  }
  steps.push({ step: 'queue', made: countQueues(ctx) > 0 })
  if (isSettingEnabled(ctx, 'userCreation')) steps.push({ step: 'people', made: countUsers(ctx) > 1 })
  return steps
}

/** @throws Refusal ERR_NO_PERMISSION */
export function dismissSetupChecklist(ctx: CompanyContext) {
  if (!isAdmin(ctx.actor)) refuse('ERR_NO_PERMISSION')
  if (findStoredValue(ctx, storedAs)) return
  ctx.transaction(() => {
    storeValue(ctx, storedAs, 'true')
    recordEvent(ctx, 'setupChecklist.dismissed', {}, {})
  })
}
