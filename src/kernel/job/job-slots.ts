import type { CompanyId } from '../ids'

/** Limit of concurrent waiting jobs. A company that runs none may always start one. */
export interface SlotLimits {
  all: number
  perCompany: number
  perKind: number
}

/** Counts running jobs and queues companies that found no free slot. */
export function createSlots({ all, perCompany, perKind }: SlotLimits) {
  const jobs = new Set<string>()
  const counts = new Map<string, number>()
  const waiting = new Set<CompanyId>()
  const count = (key: string) => counts.get(key) ?? 0
  const kindKey = (companyId: CompanyId, kind: string) => `${companyId} ${kind}`

  function change(companyId: CompanyId, kind: string, by: 1 | -1) {
    for (const key of [String(companyId), kindKey(companyId, kind)]) {
      if (count(key) + by === 0) counts.delete(key)
      else counts.set(key, count(key) + by)
    }
  }

  return {
    runningOf: (companyId: CompanyId, kind: string) => count(kindKey(companyId, kind)),
    isRunning: (companyId: CompanyId, jobId: number) => jobs.has(`${companyId} ${jobId}`),
    take(companyId: CompanyId, kind: string, jobId: number): boolean {
      const ofCompany = count(String(companyId))
      if (ofCompany >= perCompany || count(kindKey(companyId, kind)) >= perKind) return false
      if (jobs.size >= all && ofCompany > 0) {
        waiting.add(companyId)
        return false
      }
      jobs.add(`${companyId} ${jobId}`)
      change(companyId, kind, 1)
      return true
    },
    /** Returns the company that has waited longest for a slot. */
    free(companyId: CompanyId, kind: string, jobId: number): CompanyId | undefined {
      jobs.delete(`${companyId} ${jobId}`)
      change(companyId, kind, -1)
      const [next] = waiting
      if (next !== undefined) waiting.delete(next)
      return next
    },
  }
}
