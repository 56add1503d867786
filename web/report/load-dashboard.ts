import * as v from 'valibot'
import type { Dashboard, TicketsOfDays, TicketsOfUsers } from '../../src/report/report.calls'
import { DashboardQuery } from '../../src/report/report.contract'
import type { ApiClient } from '../api/api-client'
import { ApiError } from '../api/api-error'

/** The days looked at; nothing of it is the last thirty. */
export type DashboardQuestion = v.InferOutput<typeof DashboardQuery>

export interface DashboardData {
  question: DashboardQuestion
  dashboard: Dashboard
  /** Undefined when they could not be had: the figures are shown all the same. */
  charts: DashboardCharts | undefined
}

export interface DashboardCharts {
  users: TicketsOfUsers
  days: TicketsOfDays
}

/** What the address asks for; an address that asks for something impossible asks for nothing. */
export function questionOf(query: URLSearchParams): DashboardQuestion {
  const given = { days: query.get('days'), date_from: query.get('date_from'), date_to: query.get('date_to') }
  const found = v.safeParse(DashboardQuery, Object.fromEntries(Object.entries(given).filter(([, text]) => text)))
  return found.success ? found.output : {}
}

/** The address of what is shown, the other way round. */
export function queryOf(question: DashboardQuestion, tab: string | undefined): URLSearchParams {
  const entries = Object.entries({ tab, ...question }).filter(([, value]) => value !== undefined)
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
}

export function fetchFigures(api: ApiClient, question: DashboardQuestion, signal?: AbortSignal) {
  return api.get('/dashboard', { query: question, signal })
}

export async function fetchCharts(
  api: ApiClient,
  { period }: Dashboard,
  signal?: AbortSignal,
): Promise<DashboardCharts> {
  const days = { initialDate: period.from, finalDate: period.to }
  const [users, byDay] = await Promise.all([
    api.get('/dashboard/ticketsUsers', { query: days, signal }),
    api.get('/dashboard/ticketsDay', { query: days, signal }),
  ])
  return { users, days: byDay }
}

export async function loadDashboard(api: ApiClient, _params: object, query: URLSearchParams): Promise<DashboardData> {
  const { question, dashboard } = await fetchFirst(api, questionOf(query))
  return { question, dashboard, charts: await fetchCharts(api, dashboard).catch(() => undefined) }
}

/** An address whose days only the server finds impossible, since it knows the company's today, asks for nothing, too. */
async function fetchFirst(api: ApiClient, asked: DashboardQuestion) {
  try {
    return { question: asked, dashboard: await fetchFigures(api, asked) }
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.status !== 400) throw cause
    return { question: {}, dashboard: await fetchFigures(api, {}) }
  }
}
