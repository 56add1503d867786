import * as v from 'valibot'
import { planFlags } from '../../kernel/company/company-plan.contract'
import { cleanName, freeName, nameKey } from '../../kernel/text/name-text.contract'
import { flagOf, momentOf, numberOf, textOf, timesOf } from '../../kernel/move-in/source-values'
import type { SourceRow } from '../../kernel/move-in/move-in-step'
import { recordOf } from '../../kernel/typed-object.contract'
import { neverDue } from '../../platform/company/company.queries'
import { type CatalogRows, isNameTaken } from '../../platform/company/move-company'
import { PlanBody, storageGbDefault } from '../../platform/plan/plan.contract'
import type { Platform } from '../../platform/platform'
import type { SurveyedCompany } from './source-survey'

const centavos = (reais: number) => Math.round(reais * 100)

const dayOf = (value: string | null | undefined) => /^\d{4}-\d\d-\d\d/.exec(value ?? '')?.[0]

const dueDayOf = (invoice: SourceRow) => dayOf(invoice['dueDate']) ?? dayOf(invoice['createdAt']) ?? ''

/** Of several that are due on a day the paid one, else the last. */
function oneADay(invoices: readonly SourceRow[]) {
  const days = new Map<string, SourceRow>()
  for (const invoice of invoices)
    if (days.get(dueDayOf(invoice))?.['status'] !== 'paid') days.set(dueDayOf(invoice), invoice)
  return [...days.values()]
}

const planOfOne = 'Whaticket'
const generous = 1000

const recurrences = ['MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] as const

/** Money as `99.9` or `1.234,50`. */
function amountOf(text: string | null | undefined) {
  const given = (text ?? '').replace(/[^\d.,]/g, '')
  const plain = given.includes(',') ? given.replaceAll('.', '').replace(',', '.') : given
  const amount = Number(plain)
  return Number.isFinite(amount) ? Math.min(1_000_000, amount) : 0
}

function planOf(plan: SourceRow | undefined): CatalogRows['plan'] {
  const given = {
    name: cleanName(textOf(plan?.['name'], 50)).padEnd(2, '.'),
    users: plan ? numberOf(plan['users'], { min: 1, max: 100_000, missing: 1 }) : generous,
    connections: plan ? numberOf(plan['connections'], { max: 100_000 }) : generous,
    queues: plan ? numberOf(plan['queues'], { max: 100_000 }) : generous,
    storageGb: storageGbDefault,
    amount: amountOf(plan?.['amount'] ?? plan?.['value']),
    isPublic: false,
    ...recordOf(planFlags, (flag) => flagOf(plan?.[flag], true)),
  }
  const body = v.parse(PlanBody, plan ? given : { ...given, name: planOfOne })
  const { createdAt, updatedAt } = timesOf(plan ?? {})
  return { ...body, amount: centavos(body.amount ?? 0), id: 0, nameKey: nameKey(body.name), createdAt, updatedAt }
}

function freeCompanyName(platform: Platform, wanted: string) {
  const clean = cleanName(wanted.slice(0, 100)) || 'Empresa'
  for (let number = 1; ; number++) {
    const name = freeName(clean, new Set(), { ending: number === 1 ? '' : ` ${number}`, lengthMax: 100 })
    if (!isNameTaken(platform, name)) return name
  }
}

/** Returns the catalog's rows about a company. Payments stay with the gateways of the other system. */
export function catalogRowsOf(
  platform: Platform,
  { name: wanted, row, plan: theirPlan, invoices, paidUntil }: SurveyedCompany,
): CatalogRows {
  const plan = planOf(theirPlan)
  const name = freeCompanyName(platform, wanted)
  const times = timesOf(row)
  const language = (['pt', 'en', 'es'] as const).find((one) => row['language']?.startsWith(one)) ?? 'pt'
  return {
    plan,
    company: {
      id: 0,
      name,
      nameKey: nameKey(name),
      email: textOf(row['email'], 250).trim(),
      phone: textOf(row['phone'], 40),
      document: textOf(row['document'], 40),
      addressStreet: '',
      addressState: '',
      addressCity: '',
      planId: 0,
      status: true,
      dueDate: dayOf(row['dueDate'] ?? paidUntil) ?? neverDue,
      recurrence: recurrences.find((one) => one === row['recurrence']) ?? 'MENSAL',
      paymentMethod: textOf(row['paymentMethod'], 40),
      language,
      timeZone: 'America/Sao_Paulo',
      numberAttendants: plan.users,
      numberConections: plan.connections,
      lastLogin: null,
      folderSize: 0,
      numberFileFolder: 0,
      updatedAtFolder: null,
      databaseSize: 0,
      messages: null,
      tickets: null,
      contacts: null,
      nextJobAt: null,
      mayConnect: true,
      muted: false,
      copyOf: null,
      movedAt: null,
      ...times,
    },
    invoices: oneADay(invoices).map((invoice) => ({
      id: 0,
      companyId: 0,
      planId: 0,
      detail: textOf(invoice['detail'], 250),
      users: numberOf(invoice['users'], { missing: plan.users }),
      connections: numberOf(invoice['connections'], { missing: plan.connections }),
      queues: numberOf(invoice['queues'], { missing: plan.queues }),
      value: centavos(amountOf(invoice['value'])),
      dueDate: dueDayOf(invoice),
      status: invoice['status'] === 'paid' ? ('paid' as const) : ('open' as const),
      paidAt: invoice['status'] === 'paid' ? (momentOf(invoice['updatedAt']) ?? null) : null,
      ...timesOf(invoice),
    })),
  }
}
