import { and, gt, lt, lte } from 'drizzle-orm'
import { inBatches } from '../../kernel/company/batches'
import { createContext } from '../../kernel/company/company-context'
import type { CompanyHandle } from '../../kernel/company/company-files'
import { readRanges } from '../../kernel/database/read-ranges'
import { statement } from '../../kernel/database/statement'
import { addMs } from '../../kernel/time/clock'
import { dayMs } from '../../kernel/time/durations.contract'
import { messageStepTable } from '../message.tables'
import { stepRetentionDays } from './message-trace.contract'

const { messageId, at } = messageStepTable

const drop = statement((db, of: { after: number; end: number; before: Date }) =>
  db.delete(messageStepTable).where(and(gt(messageId, of.after), lte(messageId, of.end), lt(at, of.before))),
)

/** Only steps are deleted; the messages stay. */
export async function forgetOldSteps(company: CompanyHandle, now: Date) {
  const before = addMs(now, -stepRetentionDays * dayMs)
  await inBatches(createContext(company), {
    next: readRanges(company, { key: messageId, at }, before),
    work: ({ after, end }) => void drop.run(company, { after, end, before }),
  })
}
