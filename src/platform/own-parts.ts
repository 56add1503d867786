import { type EventType, reaction, type Reaction } from '../kernel/event-log'
import type { CompanyId } from '../kernel/ids'
import type { CompanyOwnParts } from './company.contract'

const companiesMax = 5000

export type OwnParts = ReturnType<typeof createOwnParts>

/**
 * What stands in the companies' own files and the host's table shows: read once and kept, since a table of a thousand
 * companies would otherwise open a thousand files each time. The events that change it make it forgotten.
 */
export function createOwnParts(read: (id: CompanyId) => CompanyOwnParts, changedBy: readonly EventType[]) {
  const known = new Map<CompanyId, CompanyOwnParts>()
  return {
    get(id: CompanyId): CompanyOwnParts {
      const kept = known.get(id) ?? read(id)
      if (known.size >= companiesMax) known.clear()
      known.set(id, kept)
      return kept
    },
    /** Before the commit: what is then rolled back is merely read again. */
    reactions: changedBy.map((type): Reaction => reaction(type, ({ company }) => void known.delete(company.id))),
  }
}
