import type { SourceRow } from '../../kernel/move-in/move-in-step'
import { momentOf } from '../../kernel/move-in/source-values'
import type { Dialect } from '../source/source'
import { moveInSteps, takenTables } from './steps'
import type { Scratch } from './scratch'

export interface SurveyedCompany {
  /** In the source. */
  id: string
  name: string
  row: SourceRow
  plan: SourceRow | undefined
  invoices: SourceRow[]
  /** Of the last subscription: the due date of a company without one. */
  paidUntil: string | undefined
  /** In lower case. */
  emails: string[]
}

export interface HostRows {
  helps: SourceRow[]
  announcements: SourceRow[]
}

export interface Survey {
  host: HostRows
  dialect: Dialect
  /** The same for every reading of one installation. */
  fingerprint: string
  /** Another for each reading that holds other rows. */
  reading: string
  companies: SurveyedCompany[]
  /** Rows of tables that do not come, by name. */
  leftOut: Record<string, number>
  /** Rows that belong to no company, by table. */
  ownerless: Record<string, number>
  unknownColumns: Record<string, string[]>
}

/** Orders all rows by company and time, and finds out what there is. */
export function surveySource(scratch: Scratch, progress: (what: string) => void): Survey {
  const { summary } = scratch
  const ownerless: Record<string, number> = {}
  const companies = listCompanies(scratch)
  const ids = companies.map(({ id }) => id)
  for (const step of moveInSteps) {
    if (step.as) continue
    progress(`Ordering ${step.table}`)
    scratch.arrange(step)
    const count = scratch.countOthers(step, ids)
    if (count > 0) ownerless[step.table] = count
  }
  const counted = scratch.tables().filter((table) => !takenTables.has(table))
  const left = counted.map((table) => [table, scratch.count(table)] as const).filter(([, rows]) => rows > 0)
  return {
    dialect: summary.dialect,
    fingerprint: summary.fingerprint,
    reading: new Bun.CryptoHasher('sha256').update(JSON.stringify(summary.counts)).digest('hex'),
    companies,
    host: { helps: scratch.rows('Helps'), announcements: scratch.rows('Announcements') },
    leftOut: { ...Object.fromEntries(left), ...summary.unknownTables },
    ownerless,
    unknownColumns: summary.unknownColumns,
  }
}

function listCompanies(scratch: Scratch): SurveyedCompany[] {
  const users = scratch.rows('Users')
  if (scratch.summary.dialect === 'C') {
    const emails = users.map(({ email }) => (email ?? '').toLowerCase())
    const name = scratch.find('Settings', 'key', 'companyName')[0]?.['value'] || 'Whaticket'
    return [
      {
        id: '1',
        name,
        row: { createdAt: firstOf(users) },
        plan: undefined,
        invoices: [],
        paidUntil: undefined,
        emails,
      },
    ]
  }
  const plans = new Map(scratch.rows('Plans').map((plan) => [plan['id'], plan]))
  const byCompany = (rows: SourceRow[]) => Map.groupBy(rows, ({ companyId }) => companyId)
  const invoices = byCompany(scratch.rows('Invoices'))
  const subscriptions = byCompany(scratch.rows('Subscriptions'))
  const people = byCompany(users)
  return scratch
    .rows('Companies')
    .toSorted((a, b) => Number(a['id']) - Number(b['id']))
    .map((row) => ({
      id: row['id'] ?? '',
      name: row['name'] ?? '',
      row,
      plan: plans.get(row['planId'] ?? ''),
      invoices: invoices.get(row['id']) ?? [],
      paidUntil: subscriptions
        .get(row['id'])
        ?.flatMap(({ expiresAt }) => expiresAt ?? [])
        .toSorted()
        .at(-1),
      emails: people.get(row['id'])?.map(({ email }) => (email ?? '').toLowerCase()) ?? [],
    }))
}

const firstOf = (rows: readonly SourceRow[]) =>
  rows
    .map(({ createdAt }) => createdAt ?? '')
    .filter((at) => momentOf(at) !== undefined)
    .toSorted()[0]
