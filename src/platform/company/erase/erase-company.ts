import { eq } from 'drizzle-orm'
import { hostname } from 'node:os'
import { type CompanyContext, createContext } from '../../../kernel/company/company-context'
import { overwriting } from '../../../kernel/database/without-trace'
import { refuse, required } from '../../../kernel/errors'
import type { CompanyId } from '../../../kernel/ids'
import { endCharges } from '../../payment/charge/close-charges'
import { audit, type ErasedPart, type Platform, type PlatformActor } from '../../platform'
import { companyTable, earlierSessionTable } from '../../platform.tables'
import { firstCompanyId, getCompany, hasCompany } from '../company.queries'
import { publishCompanyRemoval } from '../company.live'
import { measureFolder } from '../measure-company-folder'
import { listKept, listOwnedRows, releaseCharges } from './catalog-rows'
import { type ErasureReport, keepDraft, keepSigned, readDraft } from './erasure-report'

declare module '../../../kernel/company/company-files' {
  interface CompanyPorts {
    isImporting(ctx: CompanyContext): boolean
    endSessions(ctx: CompanyContext): void
  }
}

type ErasureProgress = (what: string) => void

/**
 * Repeat it after a crash: it goes on where it was, and reports what both found. Its copies go with it.
 * @throws Refusal ERR_INITIAL_RECORD, ERR_NO_COMPANY_FOUND, ERR_NO_PERMISSION, ERR_COMPANY_PAYING, ERR_COMPANY_IMPORTING
 */
export async function eraseCompany(
  platform: Platform,
  actor: PlatformActor,
  id: CompanyId,
  progress: ErasureProgress = () => {},
) {
  assertErasable(platform, actor, id)
  for (const copy of copiesOf(platform, id)) await eraseCompany(platform, actor, copy, progress)
  const report = await inventoryOf(platform, actor, id)
  if (hasCompany(platform, id)) {
    progress('Ending sessions and charges')
    await endCharges(platform, id, () => endSessions(platform, id))
    keepDraft(platform, report)
    progress('Logging out lines')
    report.lines = mergeLines(report.lines, await unpairConnections(platform, id))
    keepDraft(platform, report)
    for (const stop of platform.companyStops) await stop(id)
    await platform.files.whenUnused(id)
  }
  progress('Deleting the folder')
  await platform.files.eraseMedia(id)
  platform.files.erase(id)
  for (const { what, erase } of platform.companyErasers) {
    progress(`Deleting ${what}`)
    report.elsewhere[what] = mergeParts(report.elsewhere[what] ?? [], await erase(id))
    keepDraft(platform, report)
  }
  eraseRows(platform, report)
  const kept = keepSigned(platform, { ...report, endedAt: platform.clock.now().toISOString() })
  audit(platform, 'company.erased', { ...actor, companyId: id }, { by: actor })
  publishCompanyRemoval(platform, id)
  return kept
}

export function assertErasable(platform: Platform, actor: PlatformActor, id: CompanyId) {
  if (id === firstCompanyId) refuse('ERR_INITIAL_RECORD')
  required(nameOfErased(platform, id), 'ERR_NO_COMPANY_FOUND')
  if (id === actor.companyId) refuse('ERR_NO_PERMISSION')
  if (hasCompany(platform, id) && isImporting(platform, id)) refuse('ERR_COMPANY_IMPORTING')
}

/** Also of one whose erasure was interrupted after its row was gone. */
export const nameOfErased = (platform: Platform, id: CompanyId) =>
  hasCompany(platform, id) ? getCompany(platform, id).company.name : readDraft(platform, id)?.company.name

/** What there is now, and what an interrupted run found before. */
export async function inventoryOf(platform: Platform, actor: PlatformActor, id: CompanyId): Promise<ErasureReport> {
  const before = readDraft(platform, id)
  const name = required(nameOfErased(platform, id), 'ERR_NO_COMPANY_FOUND')
  const place = platform.files.folderOf(id)
  const folder = { place, ...(await measureFolder(place)) }
  const rows = Object.fromEntries(listOwnedRows(platform, id).map(({ table, count }) => [table, count()]))
  rows['company'] = Number(hasCompany(platform, id))
  return {
    company: { id, name },
    host: hostname(),
    begunAt: before?.begunAt ?? platform.clock.now().toISOString(),
    endedAt: '',
    by: actor.userId === undefined ? 'command' : `user ${actor.userId} of company ${actor.companyId}`,
    lines: before?.lines ?? [],
    folder: before && before.folder.bytes > folder.bytes ? before.folder : folder,
    rows: Object.fromEntries(Object.entries(rows).map(([table, n]) => [table, Math.max(n, before?.rows[table] ?? 0)])),
    kept: before?.kept ?? listKept(platform, id),
    elsewhere: before?.elsewhere ?? {},
  }
}

const mergeLines = (before: ErasureReport['lines'], now: ErasureReport['lines']) => [
  ...now.map((line) => ({ ...line, loggedOut: line.loggedOut || before.some(isOut(line.id)) })),
  ...before.filter(({ id }) => !now.some((line) => line.id === id)),
]

const isOut = (line: number) => (before: ErasureReport['lines'][number]) => before.id === line && before.loggedOut

const mergeParts = (before: readonly ErasedPart[], now: readonly ErasedPart[]) => [
  ...before.filter(({ place }) => !now.some((part) => part.place === place)),
  ...now,
]

function copiesOf({ catalog }: Platform, id: CompanyId): CompanyId[] {
  const copies = catalog.db.select({ id: companyTable.id }).from(companyTable).where(eq(companyTable.copyOf, id))
  return copies.all().map((row) => row.id)
}

/** A damaged file must not keep it from being deleted. */
function isImporting(platform: Platform, id: CompanyId) {
  try {
    return platform.ports.isImporting(createContext(platform.files.use(id)))
  } catch (error) {
    platform.log.error('The imports of a company could not be read', { company: id, error })
    return false
  }
}

async function endSessions(platform: Platform, id: CompanyId) {
  const { catalog } = platform
  catalog.db.delete(earlierSessionTable).where(eq(earlierSessionTable.companyId, id)).run()
  try {
    platform.ports.endSessions(createContext(platform.files.use(id)))
  } catch (error) {
    platform.log.error('The sessions of a company could not be ended', { company: id, error })
  }
  await platform.names.releaseCompany(id)
}

/** What cannot be unpaired is left to its owner's phone. A copy has the keys of the other company's lines. */
async function unpairConnections(platform: Platform, id: CompanyId) {
  const { catalog, ports, log } = platform
  if (getCompany(platform, id).company.copyOf !== null) return []
  // No line of a muted company comes up, not even to be logged out.
  catalog.db.update(companyTable).set({ muted: false }).where(eq(companyTable.id, id)).run()
  catalog.companies.forget(id)
  try {
    return await ports.connections.unpairCompany(id)
  } catch (error) {
    log.error('The connections of a company could not be unpaired', { company: id, error })
    return []
  }
}

function eraseRows(platform: Platform, { company: { id, name } }: ErasureReport) {
  const { catalog } = platform
  catalog.jobHints.replace(id, undefined)
  const remove = catalog.sqlite.transaction(() => {
    releaseCharges(platform, id, name)
    for (const rows of listOwnedRows(platform, id)) rows.remove()
    catalog.db.delete(companyTable).where(eq(companyTable.id, id)).run()
  })
  overwriting(catalog.sqlite, () => remove())
  catalog.companies.forget()
}
