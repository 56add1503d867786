import { and, eq, like } from 'drizzle-orm'
import { planFlags } from '../../../kernel/company/company-plan.contract'
import { nameKey } from '../../../kernel/text/name-text.contract'
import type { Recurrence } from '../../company/company.contract'
import type { Invoice } from '../../invoice/invoice.queries'
import type { Platform } from '../../platform'
import { storageGbDefault } from '../../plan/plan.contract'
import { companyTable, invoiceTable, planTable } from '../../platform.tables'
import { recordOf } from '../../../kernel/typed-object.contract'

export interface ChargeTerms {
  planId: number | null
  detail: string
  users: number
  connections: number
  queues: number
  amount: number
  recurrence: Recurrence
}

export const customPlanName = ({ users, connections }: { users: number; connections: number }) =>
  `Personalizado ${users}/${connections}`

/** A deleted plan leaves the current one. */
export function applyTerms(platform: Platform, invoice: Invoice, terms: ChargeTerms) {
  const { db } = platform.catalog
  const planId = terms.planId === null ? customPlanId(platform, terms) : existingPlanId(platform, terms.planId)
  const { detail, users, connections, queues, amount, recurrence } = terms
  db.update(invoiceTable)
    .set({ detail, users, connections, queues, value: amount, ...(planId !== undefined && { planId }) })
    .where(eq(invoiceTable.id, invoice.id))
    .run()
  if (planId === undefined) {
    platform.log.error('A company paid for a plan that has been deleted', { company: invoice.companyId, detail })
    return
  }
  db.update(companyTable).set({ planId, recurrence }).where(eq(companyTable.id, invoice.companyId)).run()
}

function existingPlanId({ catalog }: Platform, id: number) {
  return catalog.db.select({ id: planTable.id }).from(planTable).where(eq(planTable.id, id)).get()?.id
}

/** Finds or makes a private plan with every feature, shared by buyers of the same. One that the host reduced is not sold again. */
function customPlanId(platform: Platform, terms: ChargeTerms) {
  const { db } = platform.catalog
  const { users, connections, queues, amount } = terms
  const base = customPlanName(terms)
  const size = and(eq(planTable.users, users), eq(planTable.connections, connections), eq(planTable.queues, queues))
  const same = and(size, eq(planTable.amount, amount), eq(planTable.isPublic, false), like(planTable.name, `${base}%`))
  const all = and(same, ...planFlags.map((flag) => eq(planTable[flag], true)))
  const found = db.select({ id: planTable.id }).from(planTable).where(all).get()
  if (found) return found.id
  const now = platform.clock.now()
  const name = freeName(platform, base)
  const flags = recordOf(planFlags, () => true)
  return db
    .insert(planTable)
    .values({
      name,
      nameKey: nameKey(name),
      users,
      connections,
      queues,
      storageGb: storageGbDefault,
      amount,
      isPublic: false,
      ...flags,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: planTable.id })
    .get().id
}

function freeName({ catalog }: Platform, base: string) {
  for (let count = 1; ; count++) {
    const name = count === 1 ? base : `${base} · ${count}`
    const key = eq(planTable.nameKey, nameKey(name))
    if (!catalog.db.select({ id: planTable.id }).from(planTable).where(key).get()) return name
  }
}
