import { listConnections } from '../connection/connection.queries'
import { isAdmin } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import { countQueues } from '../queue/queue.queries'
import { storeValue } from '../setting/save-setting'
import { findStoredValue, isSettingEnabled } from '../setting/setting.queries'
import { countUsers } from '../user/user.queries'
import type { SetupChecklist } from './setup-checklist.calls'

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'setupChecklist.dismissed': object
  }
}

const storedAs = 'setupChecklistDismissed'

/** Returns the set-up steps of a new company, derived from its records. */
export function getSetupChecklist(ctx: CompanyContext): SetupChecklist {
  if (!isAdmin(ctx.actor) || findStoredValue(ctx, storedAs)) return { steps: [] }
  const steps: SetupChecklist['steps'] = [{ step: 'queue', done: countQueues(ctx) > 0 }]
  // A paired phone that is briefly offline still counts as connected.
  if (ctx.plan.useWhatsapp) {
    steps.unshift({ step: 'whatsapp', done: listConnections(ctx).some(({ number }) => number !== '') })
  }
  if (isSettingEnabled(ctx, 'userCreation')) steps.push({ step: 'people', done: countUsers(ctx) > 1 })
  return steps.every(({ done }) => done) ? { steps: [] } : { steps }
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
