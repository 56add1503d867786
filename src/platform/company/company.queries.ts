import { asc, count, eq, inArray, isNull } from 'drizzle-orm'
import { statement } from '../../kernel/database/statement'
import { required, refuse } from '../../kernel/errors'
import type { CompanyId } from '../../kernel/ids'
import { matchesSearch } from '../../kernel/text/search-words.contract'
import { pageOf } from '../../kernel/http/request-parts'
import { nextTurn } from '../../kernel/company/batches'
import type { CompanyWithPlan } from './company-cache'
import type { CompanyFileSummary, CompanyView, OwnCompanyView } from './company.calls'
import { presentPlan } from '../plan/plan.queries'
import type { Platform } from '../platform'
import { companyTable, planTable } from '../platform.tables'
import { daysUntil } from '../invoice/subscription'
import { channelRules } from '../../channel/channel-rules.contract'
import { type CompanyContext, createContext } from '../../kernel/company/company-context'
import { type CompanyPlan, planCounts, type PlanFlag, planFlags } from '../../kernel/company/company-plan.contract'
import type { PlanUsage } from '../plan/plan.calls'

export type { Company, Plan } from './company-cache'

/** Cached; do not modify. @throws Refusal ERR_NO_COMPANY_FOUND */
export function getCompany(platform: Platform, id: CompanyId): CompanyWithPlan {
  const { companies } = platform.catalog
  const read = () => selectCompanies(platform).where(eq(companyTable.id, id)).get()
  return companies.get(id) ?? companies.keep(id, required(read(), 'ERR_NO_COMPANY_FOUND'))
}

export function hasCompany({ catalog }: Platform, id: CompanyId) {
  const own = catalog.db.select({ id: companyTable.id }).from(companyTable).where(eq(companyTable.id, id))
  return own.get() !== undefined
}

function selectCompanies({ catalog }: Platform) {
  return catalog.db.select().from(companyTable).innerJoin(planTable, eq(companyTable.planId, planTable.id))
}

const companyCount = statement((db) => db.select({ n: count() }).from(companyTable))

export const countCompanies = ({ catalog }: Platform) => companyCount.get(catalog)?.n ?? 0

/** Without their files. */
export function listHostedCompanies({ catalog }: Platform) {
  const { id, name, muted, copyOf, folderSize } = companyTable
  return catalog.db.select({ id, name, muted, copyOf, bytes: folderSize }).from(companyTable).orderBy(asc(id)).all()
}

export function listCompanyIds(platform: Platform): CompanyId[] {
  return platform.catalog.db
    .select({ id: companyTable.id })
    .from(companyTable)
    .orderBy(asc(companyTable.id))
    .all()
    .map((row) => row.id)
}

/** Without the copies, to which nobody signs in. */
export function listOriginalIds({ catalog }: Platform): CompanyId[] {
  const { id, copyOf } = companyTable
  const rows = catalog.db.select({ id }).from(companyTable).where(isNull(copyOf)).all()
  return rows.map((row) => row.id)
}

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

const batchSize = 50

/** Uncached ones open their file, so the event loop runs in between. */
async function presentAll(platform: Platform, ids: readonly CompanyId[]) {
  const views: CompanyView[] = []
  for (let from = 0; from < ids.length; from += batchSize) {
    const batch = inArray(companyTable.id, ids.slice(from, from + batchSize))
    for (const row of selectCompanies(platform).where(batch).orderBy(asc(companyTable.id)).all()) {
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

export function getCompanyView(platform: Platform, id: CompanyId): CompanyView {
  const row = selectCompanies(platform).where(eq(companyTable.id, id)).get()
  return presentCompany(platform, required(row, 'ERR_NO_COMPANY_FOUND'), platform.fileSummaries.getNow)
}

export function getOwnCompanyView(platform: Platform, id: CompanyId): OwnCompanyView {
  const view = getCompanyView(platform, id)
  const { folderSize, numberFileFolder, updatedAtFolder, lastLogin, paymentMethod, ...shared } = view
  const { messages, tickets, contacts, ...own } = shared
  return own
}

type ReadFileSummary = (id: CompanyId) => CompanyFileSummary

function presentCompany(platform: Platform, { company, plan }: CompanyWithPlan, read: ReadFileSummary): CompanyView {
  const { nameKey, nextJobAt, mayConnect, databaseSize, movedAt, ...shown } = company
  const inFile = fileSummaryOr(platform, company.id, read)
  return {
    ...shown,
    plan: presentPlan(plan),
    abovePlan: limitsAbove(plan, inFile.used),
    daysLeft: daysUntil(company.dueDate, platform.clock.now(), company.timeZone),
    lastLogin: company.lastLogin?.toISOString() ?? null,
    updatedAtFolder: company.updatedAtFolder?.toISOString() ?? null,
    createdAt: company.createdAt.toISOString(),
    updatedAt: company.updatedAt.toISOString(),
    ...inFile,
  }
}

/** A company with a damaged file stays listed. */
function fileSummaryOr(platform: Platform, id: CompanyId, read: ReadFileSummary): CompanyFileSummary {
  try {
    return read(id)
  } catch (error) {
    platform.log.error('What a company keeps in its own file could not be read', { company: id, error })
    return { schedules: [], messageOutOfHour: '', settings: [], used: emptyUsage }
  }
}

declare module '../../kernel/company/company-files' {
  interface CompanyPorts {
    planUsage(ctx: CompanyContext): PlanUsage
  }
}

const emptyUsage: PlanUsage = { users: 0, connections: 0, queues: 0, channels: [] }

function limitsAbove(plan: CompanyPlan, used: PlanUsage): ((typeof planCounts)[number] | PlanFlag)[] {
  const needed = new Set(used.channels.map((channel) => channelRules[channel].planFlag))
  return [
    ...planCounts.filter((name) => used[name] > plan[name]),
    ...planFlags.filter((flag) => needed.has(flag) && !plan[flag]),
  ]
}

export const firstCompanyId = 1

export const neverDue = '2999-12-31'

/** For super users any company, with the system actor, which callers audit. @throws Refusal ERR_NO_PERMISSION, ERR_NO_COMPANY_FOUND */
export function contextOfCompany(platform: Platform, ctx: CompanyContext, companyId: CompanyId): CompanyContext {
  if (companyId === ctx.company.id) return ctx
  if (ctx.actor.kind !== 'user' || !ctx.actor.super) refuse('ERR_NO_PERMISSION')
  getCompany(platform, companyId)
  return createContext(platform.files.use(companyId))
}
