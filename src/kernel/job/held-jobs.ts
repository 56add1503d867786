import { and, eq, inArray, lte } from 'drizzle-orm'
import { createTurns } from '../company/batches'
import type { CompanyContext } from '../company/company-context'
import type { RestoredCompany } from '../company/restored-company'
import { dropHeldRows, holdRows, putHeldRows } from '../database/take-rows'
import type { JobKind } from './jobs'
import { jobTable } from './job.tables'

const { id, kind, runAt } = jobTable

/** Holds jobs that were due before now. What is no longer planned today was done since. */
export async function holdDueJobs({ restored, present }: RestoredCompany, heldAs: string, kinds: readonly JobKind[]) {
  const turn = createTurns()
  const isDue = and(inArray(kind, [...kinds]), lte(runAt, restored.now))
  const due = restored.db.select({ id }).from(jobTable).where(isDue).all()
  for (const job of due) {
    const isDone = present && !present.db.select({ id }).from(jobTable).where(eq(id, job.id)).get()
    if (isDone) restored.db.delete(jobTable).where(eq(id, job.id)).run()
    else holdRows(restored.company.sqlite, heldAs, jobTable, [job.id])
    await turn()
  }
}

/** A newer job under the same key makes an older one superfluous. */
export function releaseJobs({ company }: CompanyContext, heldAs: string) {
  putHeldRows(company.sqlite, heldAs, jobTable)
  company.services.jobHints.note(company.id, 0)
}

export const discardJobs = ({ company }: CompanyContext, heldAs: string) => dropHeldRows(company.sqlite, heldAs)
