import { eq } from 'drizzle-orm'
import { hasCreds } from '../../channel/whatsapp/signal/stored-records'
import { findAbovePlan } from '../../connection/above-plan'
import { listConnections } from '../../connection/connection.queries'
import { turnOnConnection } from '../../connection/history/import-connection'
import { connectionControl } from '../../connection/running/connection-control'
import { createContext, type CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { CompanyId } from '../../kernel/ids'
import { publishCompany } from '../../platform/company/company.live'
import { noteLive } from '../../platform/company/moved-in'
import { setMayConnect } from '../../platform/connection-index/connection-hint'
import { audit, type Platform, type PlatformActor } from '../../platform/platform'
import { passOverDueSchedules, planComingSchedules } from '../../schedule/moved-schedules'
import { importMapTable } from '../move-in.tables'
import { isImportRunning } from '../run/import-runs'
import { assertWaiting } from './imported-companies'

export interface WentLive {
  companyId: CompanyId
  name: string
  /** Lines that connect now. */
  connecting: string[]
  /** Lines that people have to connect by a code or an account. */
  waiting: string[]
}

/**
 * Turns on the lines that brought a session, and the schedules that are due from now on. The other system has to be stopped: both
 * would use the same keys, and both would write. @throws Refusal ERR_NOT_IMPORTED, ERR_LIVE_ALREADY, ERR_IMPORT_RUNNING
 */
export async function goLive(platform: Platform, actor: PlatformActor, companyId: CompanyId): Promise<WentLive> {
  assertWaiting(platform, companyId)
  await platform.files.ready(companyId)
  const { name } = assertWaiting(platform, companyId)
  if (isImportRunning(platform)) refuse('ERR_IMPORT_RUNNING')
  const ctx = createContext(platform.files.use(companyId))
  const lines = listImportedLines(ctx)
  const ready = lines.filter((line) => hasCreds(ctx, line.id) && findAbovePlan(ctx, line) === null)
  ctx.transaction(() => {
    for (const { id } of ready) turnOnConnection(ctx, id)
    passOverDueSchedules(ctx)
    planComingSchedules(ctx)
  })
  noteLive(platform, companyId)
  if (ready.length > 0) setMayConnect(platform, companyId, true)
  audit(platform, 'company.wentLive', { ...actor, companyId }, { by: actor })
  await connectionControl(ctx).restart(companyId)
  publishCompany(platform, 'update', companyId)
  const connecting = ready.map((line) => line.name)
  return {
    companyId,
    name,
    connecting,
    waiting: lines.map((line) => line.name).filter((each) => !connecting.includes(each)),
  }
}

function listImportedLines(ctx: CompanyContext) {
  const ofLines = eq(importMapTable.tableName, 'Whatsapps')
  const ids = new Set(
    ctx.db
      .select({ id: importMapTable.new })
      .from(importMapTable)
      .where(ofLines)
      .all()
      .map(({ id }) => id),
  )
  return listConnections(ctx).filter(({ id }) => ids.has(id))
}
