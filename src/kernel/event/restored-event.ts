import type { CompanyContext } from '../company/company-context'
import { lastEventNumber } from './event-log'
import { eventTable } from './event.tables'

declare module './event-log' {
  interface EventPayloads {
    /** The file is an earlier state of the company from here on. Browsers reload. */
    'company.restored': { stateOf: string | null }
  }
}

const gap = 1_000_000

/** Numbers that were given after the restored state are not given again. */
export function recordRestore(restored: CompanyContext, present: CompanyContext | undefined, stateOf: Date | null) {
  const last = Math.max(lastEventNumber(restored), present ? lastEventNumber(present) : 0)
  const data = JSON.stringify({ stateOf: stateOf?.toISOString() ?? null })
  restored.db
    .insert(eventTable)
    .values({ number: last + gap, type: 'company.restored', at: restored.now, data })
    .run()
}
