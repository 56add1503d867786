import { restoreAudit } from '../audit/restore-audit'
import { restoreCampaigns } from '../campaign/run/restore-campaigns'
import { restoreConnections } from '../connection/restore-connections'
import { restoreBlocked } from '../contact/restore-blocked'
import { createTurns } from '../kernel/company/batches'
import type { RestoredCompany } from '../kernel/company/restored-company'
import { raiseSequences } from '../kernel/database/take-rows'
import { holdDueJobs } from '../kernel/job/held-jobs'
import { recordRestore } from '../kernel/event/restored-event'
import { restoreOutbox } from '../message/outbox/restore-outbox'
import { restoreErasures } from '../person/erase/restore-erasures'
import type { Platform } from '../platform/platform'
import { restoreSchedules } from '../schedule/restore-schedules'
import { restoreSuppressions } from '../suppression/restore-suppressions'
import { restoreUsers } from '../user/restore-users'
import { restoreDeliveries } from '../webhook/delivery/restore-deliveries'
import { countHeld } from './held'
import { heldJobs } from './held-job-kinds'
import { restoreTable } from './restore.tables'

const rules = [
  restoreBlocked,
  restoreSuppressions,
  restoreOutbox,
  restoreCampaigns,
  restoreSchedules,
  restoreDeliveries,
]

/** Brings into an earlier state what must not go back, and holds what would go out. Returns what is held. */
export async function restoreCompany(platform: Platform, company: RestoredCompany, stateOf: Date | null) {
  const { restored, present } = company
  const turn = createTurns()
  for (const restore of [restoreConnections, restoreUsers]) {
    await restore(platform, company)
    await turn()
  }
  for (const restore of rules) {
    await restore(company)
    await turn()
  }
  for (const [heldAs, kinds] of Object.entries(heldJobs)) await holdDueJobs(company, heldAs, kinds)
  await restoreErasures(company)
  if (present) raiseSequences(restored.company.sqlite, present.company.sqlite)
  recordRestore(restored, present, stateOf)
  await restoreAudit(company, stateOf)
  const held = countHeld(restored, restored.now)
  const settled = { restoredAt: restored.now, isSettled: held.length === 0 }
  restored.db
    .insert(restoreTable)
    .values({ stateOf, ...settled })
    .run()
  return held
}
