import { cachedPerCompany } from '../../../kernel/company/cached-per-company'
import type { CompanyContext } from '../../../kernel/company/company-context'
import { isReadOnly } from '../../../kernel/company/held-output'
import type { QueueId } from '../../../kernel/ids'
import { bringJobForward, cancelJob, enqueueJob } from '../../../kernel/job/jobs'
import { listQueues } from '../../../queue/queue.queries'

declare module '../../../kernel/job/jobs' {
  interface JobPayloads {
    'queue.assign': { queueId: QueueId }
    'queue.reassign': { queueId: QueueId }
  }
}

type Queue = ReturnType<typeof listQueues>[number]

/** Those that assign their waiting tickets, by id. */
const assigning = cachedPerCompany((ctx) => {
  const queues = listQueues(ctx).filter(({ assignmentMode }) => assignmentMode !== 'none')
  return new Map<QueueId, Queue>(queues.map((queue) => [queue.id, queue]))
})

export const forgetAssigningQueues = assigning.forget

export const findAssigningQueue = (ctx: CompanyContext, id: QueueId | null) =>
  id === null ? undefined : assigning.get(ctx).get(id)

const jobKey = (queueId: QueueId) => `queue.assign ${queueId}`

/** At once, after the commit. The job also looks every minute while tickets wait. */
export function assignWaitingLater(ctx: CompanyContext, queueId: QueueId) {
  const dedupeKey = jobKey(queueId)
  cancelJob(ctx, dedupeKey)
  enqueueJob(ctx, 'queue.assign', { queueId }, { dedupeKey })
}

/** While nothing can be written, the job that looks each minute finds them later. */
export function assignToWhoCame(ctx: CompanyContext) {
  if (assigning.get(ctx).size > 0 && !isReadOnly(ctx.company)) ctx.transaction(() => assignNow(ctx))
}

/** Somebody came or has room again. Where nothing waits there is no job. */
export function assignNow(ctx: CompanyContext) {
  for (const queueId of assigning.get(ctx).keys()) bringJobForward(ctx, jobKey(queueId))
}
