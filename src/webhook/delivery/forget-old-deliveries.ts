import { and, gt, isNotNull, lt, lte, sql } from 'drizzle-orm'
import { inBatches } from '../../kernel/company/batches'
import { createContext } from '../../kernel/company/company-context'
import type { CompanyHandle } from '../../kernel/company/company-files'
import { readRanges } from '../../kernel/database/read-ranges'
import { statement } from '../../kernel/database/statement'
import { addMs } from '../../kernel/time/clock'
import { dayMs } from '../../kernel/time/durations.contract'
import { webhookDeliveryTable } from '../webhook.tables'

export const bodyRetentionDays = 3
const deliveryRetentionDays = 7

const { id, createdAt, body, state, lastError } = webhookDeliveryTable

interface Old {
  after: number
  end: number
  before: Date
}

const isOld = (of: Old) => and(gt(id, of.after), lte(id, of.end), lt(createdAt, of.before))

const dropRows = statement((db, of: Old) => db.delete(webhookDeliveryTable).where(isOld(of)))
const dropBodies = statement((db, of: Old) =>
  db
    .update(webhookDeliveryTable)
    .set({
      body: null,
      state: sql`iif(${state} = 'queued', 'dead', ${state})`,
      lastError: sql`iif(${state} = 'queued', 'expired', ${lastError})`,
    })
    .where(and(isOld(of), isNotNull(body))),
)

/** Bodies after three days, rows after seven. */
export async function forgetOldDeliveries(company: CompanyHandle, now: Date) {
  const steps = [
    { drop: dropRows, days: deliveryRetentionDays },
    { drop: dropBodies, days: bodyRetentionDays },
  ]
  for (const { drop, days } of steps) {
    const before = addMs(now, -days * dayMs)
    await inBatches(createContext(company), {
      next: readRanges(company, { key: id, at: createdAt }, before),
      work: ({ after, end }) => void drop.run(company, { after, end, before }),
    })
  }
}
