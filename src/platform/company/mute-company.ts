import { eq } from 'drizzle-orm'
import { openDatabase } from '../../kernel/database/database'
import { openDrizzle } from '../../kernel/database/kept-texts'
import type { CompanyId } from '../../kernel/ids'
import { recordSubscription } from '../invoice/subscription.live'
import type { Platform, PlatformActor } from '../platform'
import { audit } from '../platform'
import { companyTable } from '../platform.tables'
import { startCompany, stopCompany } from './company.commands'
import { publishCompany } from './company.live'
import { getCompany, hasCompany } from './company.queries'

/** Its connections end without log-out and its jobs wait; people go on working. @throws Refusal ERR_NO_COMPANY_FOUND */
export async function muteCompany(platform: Platform, actor: PlatformActor, id: CompanyId) {
  if (!setMuted(platform, actor, id, true)) return
  await stopCompany(platform, id)
  publish(platform, id)
}

/** @throws Refusal ERR_NO_COMPANY_FOUND */
export async function unmuteCompany(platform: Platform, actor: PlatformActor, id: CompanyId) {
  if (!setMuted(platform, actor, id, false)) return
  // The job loop has forgotten when its next job is due.
  platform.catalog.jobHints.note(id, 0)
  await startCompany(platform, id)
  publish(platform, id)
}

/** To super users, and to the company's own people, who see it above every screen. */
function publish(platform: Platform, id: CompanyId) {
  publishCompany(platform, 'update', id)
  recordSubscription(platform, id, 'subscription.changed')
}

function setMuted(platform: Platform, actor: PlatformActor, id: CompanyId, muted: boolean) {
  if (getCompany(platform, id).company.muted === muted) return false
  const changes = { muted, updatedAt: platform.clock.now() }
  platform.catalog.db.update(companyTable).set(changes).where(eq(companyTable.id, id)).run()
  platform.catalog.companies.forget(id)
  audit(platform, muted ? 'company.muted' : 'company.unmuted', { ...actor, companyId: id }, { by: actor })
  return true
}

export const isMuted = (platform: Platform, id: CompanyId) => find(platform, id)?.muted === true

export const isCopy = (platform: Platform, id: CompanyId) => typeof find(platform, id)?.copyOf === 'number'

const find = (platform: Platform, id: CompanyId) =>
  (platform.catalog.companies.get(id) ?? (hasCompany(platform, id) ? getCompany(platform, id) : undefined))?.company

/** In a catalog that no process has open, of which nothing may reach anybody. */
export function muteCopiedCatalog(path: string) {
  const sqlite = openDatabase(path)
  openDrizzle(sqlite).update(companyTable).set({ muted: true }).run()
  sqlite.close()
}
