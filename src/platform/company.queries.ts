import { asc, eq, inArray } from 'drizzle-orm'
import { required } from '../kernel/errors'
import type { CompanyId } from '../kernel/ids'
import { matchesSearch } from '../kernel/search-words.contract'
import { pageOf } from '../kernel/request-parts'
import { nextTurn } from '../kernel/batches'
import type { CompanyWithPlan } from './company-cache'
import type { CompanyFileSummary, CompanyView, OwnCompanyView } from './company.contract'
import { presentPlan } from './plan.queries'
import type { Platform } from './platform'
import { companyTable, planTable } from './platform.tables'

export type { Company, Plan } from './company-cache'

/** A company with its plan; not to be altered, as it is kept. @throws Refusal ERR_NO_COMPANY_FOUND */
export function getCompany(platform: Platform, id: CompanyId): CompanyWithPlan {
  const { companies } = platform.catalog
  const kept = companies.get(id)
  if (kept) return kept
  const row = required(selectCompanies(platform).where(eq(companyTable.id, id)).get(), 'ERR_NO_COMPANY_FOUND')
  companies.keep(id, row)
  return row
}

function selectCompanies({ catalog }: Platform) {
  return catalog.db.select().from(companyTable).innerJoin(planTable, eq(companyTable.planId, planTable.id))
}

export function listCompanyIds(platform: Platform): CompanyId[] {
  return platform.catalog.db
    .select({ id: companyTable.id })
    .from(companyTable)
    .orderBy(asc(companyTable.id))
    .all()
    .map((row) => row.id)
}

/** Every company, for the super user's screens. */
export function listCompanies(platform: Platform): Promise<CompanyView[]> {
  return presentAll(platform, listCompanyIds(platform))
}

export async function listCompanyPage(platform: Platform, { searchParam, pageNumber }: CompanyPageQuery) {
  const { id, name, email } = companyTable
  const found = platform.catalog.db
    .select({ id, name, email })
    .from(companyTable)
    .orderBy(asc(id))
    .all()
    .filter((company) => matchesSearch(`${company.name} ${company.email}`, searchParam))
  const { rows, hasMore, count } = pageOf(found, pageNumber)
  const ids = rows.map((row) => row.id)
  return { companies: await presentAll(platform, ids), hasMore, count }
}

/** Of thousands, so many are read at once that nobody has to wait for it. */
const sliceSize = 50

/** A company of which no copy is kept has its file opened, so the others' requests get their turn between two. */
async function presentAll(platform: Platform, ids: readonly CompanyId[]) {
  const views: CompanyView[] = []
  for (let from = 0; from < ids.length; from += sliceSize) {
    const slice = inArray(companyTable.id, ids.slice(from, from + sliceSize))
    for (const row of selectCompanies(platform).where(slice).orderBy(asc(companyTable.id)).all()) {
      views.push(presentCompany(platform, row, platform.fileSummaries.get))
      await nextTurn()
    }
  }
  return views
}

interface CompanyPageQuery {
  searchParam: string
  pageNumber: number
}

/** Read anew, as the last sign-in and the folder's size change beside the kept copy. */
export function getCompanyView(platform: Platform, id: CompanyId): CompanyView {
  const row = selectCompanies(platform).where(eq(companyTable.id, id)).get()
  return presentCompany(platform, required(row, 'ERR_NO_COMPANY_FOUND'), platform.fileSummaries.getNow)
}

/** What a company's own admin reads of it: everything but what only the host measures and notes. */
export function getOwnCompanyView(platform: Platform, id: CompanyId): OwnCompanyView {
  const { folderSize, numberFileFolder, updatedAtFolder, lastLogin, paymentMethod, ...own } = getCompanyView(
    platform,
    id,
  )
  return own
}

type ReadFileSummary = (id: CompanyId) => CompanyFileSummary

function presentCompany(platform: Platform, { company, plan }: CompanyWithPlan, read: ReadFileSummary): CompanyView {
  const { nameKey, nextJobAt, mayConnect, ...shown } = company
  return {
    ...shown,
    plan: presentPlan(plan),
    lastLogin: company.lastLogin?.toISOString() ?? null,
    updatedAtFolder: company.updatedAtFolder?.toISOString() ?? null,
    createdAt: company.createdAt.toISOString(),
    updatedAt: company.updatedAt.toISOString(),
    ...fileSummaryOr(platform, company.id, read),
  }
}

/** A company whose file is damaged or gone stays in the table, from which it can be helped or deleted. */
function fileSummaryOr(platform: Platform, id: CompanyId, read: ReadFileSummary): CompanyFileSummary {
  try {
    return read(id)
  } catch (error) {
    platform.log.error('What a company keeps in its own file could not be read', { company: id, error })
    return { schedules: [], messageOutOfHour: '', settings: [] }
  }
}
