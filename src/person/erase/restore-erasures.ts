import { and, between, eq } from 'drizzle-orm'
import { findContactRow } from '../../contact/contact.queries'
import { inBatches } from '../../kernel/company/batches'
import type { RestoredCompany } from '../../kernel/company/restored-company'
import { statement } from '../../kernel/database/statement'
import { lastEventNumber } from '../../kernel/event/event-log'
import { eventTable } from '../../kernel/event/event.tables'
import { planErasure } from './erase-person'

const { number, type, contactId } = eventTable
const numbersAtOnce = 20_000

const erased = statement((db, of: { first: number; last: number }) =>
  db
    .select({ contactId })
    .from(eventTable)
    .where(and(between(number, of.first, of.last), eq(type, 'contact.erased'))),
)

/** Whoever was erased since is erased again, once the restored company is opened. */
export async function restoreErasures({ restored, present }: RestoredCompany) {
  if (!present) return
  const lastNumber = lastEventNumber(present)
  await inBatches<number>(restored, {
    next: (first = 1 - numbersAtOnce) => (first + numbersAtOnce <= lastNumber ? [first + numbersAtOnce] : []),
    work(first) {
      for (const { contactId: id } of erased.all(present, { first, last: first + numbersAtOnce - 1 })) {
        if (id !== null && findContactRow(restored, id)) planErasure(restored, id)
      }
    },
  })
}
