import { asc, eq } from 'drizzle-orm'
import { required } from '../kernel/errors'
import type { CompanyId } from '../kernel/ids'
import { plainText } from '../kernel/plain-text'
import { pageOf } from '../kernel/request-parts'
import type { CompanyWithPlan } from './company-cache'
import type { CompanyView } from './company.contract'
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
export function listCompanies(platform: Platform, search = ''): CompanyView[] {
  const sought = plainText(search)
  return selectCompanies(platform)
    .orderBy(asc(companyTable.id))
    .all()
    .filter(({ company }) => plainText(`${company.name} ${company.email}`).includes(sought))
    .map(presentCompany)
}

export function listCompanyPage(platform: Platform, { searchParam, pageNumber }: CompanyPageQuery) {
  const { rows, hasMore, count } = pageOf(listCompanies(platform, searchParam), pageNumber)
  return { companies: rows, hasMore, count }
}

interface CompanyPageQuery {
  searchParam: string
  pageNumber: number
}

/** Read anew, as the last sign-in and the folder's size change beside the kept copy. */
export function getCompanyView(platform: Platform, id: CompanyId): CompanyView {
  const row = selectCompanies(platform).where(eq(companyTable.id, id)).get()
  return presentCompany(required(row, 'ERR_NO_COMPANY_FOUND'))
}

function presentCompany({ company, plan }: CompanyWithPlan): CompanyView {
  const { nextJobAt, mayConnect, ...shown } = company
  return {
    ...shown,
    plan: presentPlan(plan),
    lastLogin: company.lastLogin?.toISOString() ?? null,
    updatedAtFolder: company.updatedAtFolder?.toISOString() ?? null,
    createdAt: company.createdAt.toISOString(),
    updatedAt: company.updatedAt.toISOString(),
  }
}
