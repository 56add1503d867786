import * as v from 'valibot'
import type { Dashboard, TicketsOfDays, TicketsOfUsers, Trends } from '../../src/report/report.calls'
import { DashboardQuery } from '../../src/report/report.contract'
import type { SetupChecklist } from '../../src/setup-checklist/setup-checklist.calls'
import { loadSetupChecklist } from '../setup-checklist/setup-checklist-model'
import type { ApiClient } from '../api/api-client'
import { ApiError } from '../api/api-error'

/** The requested period; by default the last thirty days. */
export type DashboardFilter = v.InferOutput<typeof DashboardQuery>

export interface DashboardData {
  filter: DashboardFilter
  dashboard: Dashboard
  /** Undefined when they failed to load; the figures are shown anyway. */
  charts: DashboardCharts | undefined
  setup: SetupChecklist
}

export interface DashboardCharts {
  users: TicketsOfUsers
  days: TicketsOfDays
  trends: Trends
}

/** Parses the address; an invalid period is ignored. */
export function filterOf(query: URLSearchParams): DashboardFilter {
  const given = { days: query.get('days'), date_from: query.get('date_from'), date_to: query.get('date_to') }
  const found = v.safeParse(DashboardQuery, Object.fromEntries(Object.entries(given).filter(([, text]) => text)))
  return found.success ? found.output : {}
}

export function queryOf(filter: DashboardFilter, tab: string | undefined): URLSearchParams {
  const entries = Object.entries({ tab, ...filter }).filter(([, value]) => value !== undefined)
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
}

export function fetchFigures(api: ApiClient, filter: DashboardFilter, signal?: AbortSignal) {
  return api.get('/dashboard', { query: filter, signal })
}

export async function fetchCharts(
  api: ApiClient,
  { period }: Dashboard,
  signal?: AbortSignal,
): Promise<DashboardCharts> {
  const days = { initialDate: period.from, finalDate: period.to }
  const [users, byDay, trends] = await Promise.all([
    api.get('/dashboard/ticketsUsers', { query: days, signal }),
    api.get('/dashboard/ticketsDay', { query: days, signal }),
    api.get('/dashboard/trends', { query: days, signal }),
  ])
  return { users, days: byDay, trends }
}

export async function loadDashboard(api: ApiClient, _params: object, query: URLSearchParams): Promise<DashboardData> {
  const [{ filter, dashboard }, setup] = await Promise.all([fetchFirst(api, filterOf(query)), loadSetupChecklist(api)])
  return { filter, dashboard, charts: await fetchCharts(api, dashboard).catch(() => undefined), setup }
}

/** Only the server knows the company's current day, so it may refuse the address's period, which is then ignored. */
async function fetchFirst(api: ApiClient, requested: DashboardFilter) {
  try {
    return { filter: requested, dashboard: await fetchFigures(api, requested) }
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.status !== 400) throw cause
    return { filter: {}, dashboard: await fetchFigures(api, {}) }
  }
}
