import { eq } from 'drizzle-orm'
import type { AuditChange } from '../../kernel/audit/audit.contract'
import type { Platform } from '../platform'
import { companyTable, planTable } from '../platform.tables'
import type { HostAuditData, HostAuditDetail } from './host-audit.contract'

/** Of entries before records were kept by `id` and `name`. */
type EarlierData = { planId?: number; announcementId?: number; helpId?: number }

/** What an entry tells beside when, who and from where. Records are named; the names of fields get their words later. */
export function detailsOf(platform: Platform, type: string, data: HostAuditData & EarlierData): AuditChange[] {
  const { key, value, changes = [], fields = [], payments = [], connection, by } = data
  const recordId = data.id ?? data.planId ?? data.announcementId ?? data.helpId
  const recordName = data.name ?? (data.planId === undefined ? undefined : planName(platform, data.planId))
  return [
    ...detail('name', recordName ?? numbered(recordId)),
    ...detail('connection', connection && (connection.name || numbered(connection.id))),
    ...(key === undefined ? [] : [value === undefined ? { field: key } : { field: key, to: value }]),
    ...fields.map((field) => ({ field })),
    ...changes.map((change) => (change.field === 'planId' ? withPlanNames(platform, change) : change)),
    ...detail('contact', numbered(data.contactId)),
    ...detail('invoice', numbered(data.invoiceId)),
    ...detail('charge', numbered(data.chargeId ?? (typeof by === 'object' ? by.chargeId : undefined))),
    ...payments.flatMap(({ amount, currency, returned }) => [
      ...detail('payment', money(amount, currency)),
      ...detail('returned', returned > 0 ? money(returned, currency) : undefined),
    ]),
    ...detail('sessions', data.ended),
    ...detail('code', data.kind || undefined),
    ...detail('copyOf', data.of === undefined ? undefined : (companyName(platform, data.of) ?? numbered(data.of))),
    ...detail('stateOf', data.stateOf instanceof Date ? data.stateOf.toISOString() : data.stateOf),
    ...detail(
      'held',
      data.held?.reduce((sum, { count }) => sum + count, 0),
    ),
    ...detail('originCompany', numbered(data.from)),
    ...detail('moved', data.moved),
    ...(type === 'company.movedIn'
      ? detail('originCompany', numbered(data.source?.split(':').at(-1)))
      : detail('source', data.source)),
    ...detail('dryRun', data.dryRun),
    ...detail('url', data.url),
    ...detail('withTexts', data.withTexts),
    ...detail('format', data.format),
  ]
}

const detail = (field: HostAuditDetail, to: AuditChange['to']): AuditChange[] =>
  to === undefined || to === null ? [] : [{ field, to }]

const numbered = (id: number | string | undefined) => (id === undefined ? undefined : `#${id}`)

/** Cents of reais stay a number, which the reader's language formats. */
const money = (cents: number, currency: string) =>
  currency === 'BRL' ? cents : `${currency} ${(cents / 100).toFixed(2)}`

function withPlanNames(platform: Platform, { field, ...values }: AuditChange): AuditChange {
  const named = Object.entries(values).map(([name, id]) => [
    name,
    planName(platform, Number(id)) ?? numbered(Number(id)),
  ])
  return { field, ...Object.fromEntries(named) }
}

const planName = ({ catalog }: Platform, id: number) =>
  catalog.db.select({ name: planTable.name }).from(planTable).where(eq(planTable.id, id)).get()?.name

const companyName = ({ catalog }: Platform, id: number) =>
  catalog.db.select({ name: companyTable.name }).from(companyTable).where(eq(companyTable.id, id)).get()?.name
