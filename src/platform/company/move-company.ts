import { eq, or } from 'drizzle-orm'
import { refuse } from '../../kernel/errors'
import type { CompanyId } from '../../kernel/ids'
import { freeName, nameKey } from '../../kernel/text/name-text.contract'
import { audit, type Platform } from '../platform'
import { companyTable, invoiceTable, planTable } from '../platform.tables'
import { updateCompany } from './company.commands'
import { firstCompanyId, getCompany, neverDue } from './company.queries'
import { muteCompany, unmuteCompany } from './mute-company'

/** What the catalog knows of a company, in JSON. */
export interface CatalogRows {
  company: typeof companyTable.$inferSelect
  plan: typeof planTable.$inferSelect
  invoices: (typeof invoiceTable.$inferSelect)[]
}

export function readCatalogRows(platform: Platform, id: CompanyId): CatalogRows {
  const invoices = platform.catalog.db.select().from(invoiceTable).where(eq(invoiceTable.companyId, id)).all()
  return { ...getCompany(platform, id), invoices }
}

/** Ends its lines without log-out and its work; nothing unmutes it. @throws Refusal ERR_INITIAL_RECORD for company 1, whose people run the host */
export async function beginMove(platform: Platform, id: CompanyId) {
  if (id === firstCompanyId) refuse('ERR_INITIAL_RECORD')
  await muteCompany(platform, {}, id)
  // Before the file is complete: whoever finds it after a crash may import it.
  setMovedAt(platform, id, platform.clock.now())
}

/** Without a file. */
export async function abandonMove(platform: Platform, id: CompanyId, { wasMuted }: { wasMuted: boolean }) {
  setMovedAt(platform, id, null)
  if (!wasMuted) await unmuteCompany(platform, {}, id)
}

/** Nobody works in it any more. */
export async function endMove(platform: Platform, id: CompanyId) {
  audit(platform, 'company.moved', { companyId: id })
  await updateCompany(platform, {}, id, { status: false })
}

/** For a file that was imported nowhere: two hosts would use the same lines. */
export async function takeMoveBack(platform: Platform, id: CompanyId) {
  setMovedAt(platform, id, null)
  audit(platform, 'company.moveTakenBack', { companyId: id })
  await unmuteCompany(platform, {}, id)
  await updateCompany(platform, {}, id, { status: true })
}

function setMovedAt({ catalog }: Platform, id: CompanyId, movedAt: Date | null) {
  catalog.db.update(companyTable).set({ movedAt }).where(eq(companyTable.id, id)).run()
  catalog.companies.forget(id)
}

export interface ImportedAs {
  id: CompanyId | undefined
  /** Runs here from now on; otherwise it is a copy. */
  moved: boolean
}

export const findPlanByName = ({ catalog }: Platform, name: string) =>
  catalog.db
    .select()
    .from(planTable)
    .where(or(eq(planTable.nameKey, nameKey(name)), eq(planTable.name, name)))
    .get()

export const isNameTaken = ({ catalog }: Platform, name: string) =>
  catalog.db
    .select()
    .from(companyTable)
    .where(eq(companyTable.nameKey, nameKey(name)))
    .get() !== undefined

/** A plan of the same name is this host's. */
export function insertImported(platform: Platform, { company, plan, invoices }: CatalogRows, as: ImportedAs) {
  const { catalog, clock } = platform
  const now = clock.now()
  return catalog.sqlite.transaction(() => {
    const planId = findPlanByName(platform, plan.name)?.id ?? insertPlan(platform, plan)
    const { id, nextJobAt, ...same } = company
    // Until its folder is there, as a copy, which a crash removes.
    const state = {
      copyOf: 0,
      muted: true,
      status: true,
      mayConnect: true,
      movedAt: null,
      lastLogin: null,
      planId,
      updatedAt: now,
      updatedAtFolder: null,
    }
    const kind = as.moved ? {} : { ...freeNameOf(platform, company.name), dueDate: neverDue, email: '' }
    const own = as.id === undefined ? {} : { id: as.id }
    const row = catalog.db
      .insert(companyTable)
      .values({ ...same, ...state, ...kind, ...own, createdAt: new Date(company.createdAt) })
      .returning()
      .get()
    for (const { id, companyId, planId: _, ...invoice } of as.moved ? invoices : []) {
      const [createdAt, updatedAt] = [new Date(invoice.createdAt), new Date(invoice.updatedAt)]
      const times = { createdAt, updatedAt, paidAt: invoice.paidAt && new Date(invoice.paidAt) }
      catalog.db
        .insert(invoiceTable)
        .values({ ...invoice, ...times, companyId: row.id, planId })
        .run()
    }
    return row
  })()
}

function freeNameOf({ catalog }: Platform, wanted: string) {
  const taken = catalog.db.select({ key: companyTable.nameKey }).from(companyTable).all()
  const name = freeName(wanted, new Set(taken.map(({ key }) => key)), { lengthMax: 100 })
  return { name, nameKey: nameKey(name) }
}

/** What has moved here runs here. */
export async function startImported(platform: Platform, id: CompanyId) {
  const { catalog } = platform
  catalog.db.update(companyTable).set({ copyOf: null }).where(eq(companyTable.id, id)).run()
  catalog.companies.forget(id)
  // Opened anew, its people, tokens and accounts are indexed.
  platform.files.close(id)
  await unmuteCompany(platform, {}, id)
}

function insertPlan({ catalog, clock }: Platform, { id, ...plan }: CatalogRows['plan']) {
  const now = clock.now()
  const values = { ...plan, isPublic: false, createdAt: now, updatedAt: now }
  return catalog.db.insert(planTable).values(values).returning().get().id
}
