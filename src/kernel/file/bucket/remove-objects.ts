import type { FreshContext, WaitingJob } from '../../job/jobs'
import { addMs } from '../../time/clock'
import { minuteMs } from '../../time/durations.contract'
import { BucketError } from './bucket'
import { forgetRemoval, isUsed, listRemovals } from './media-location'

const retryMs = 5 * minuteMs
const timeLimitMs = 10 * minuteMs
const removalsAtOnce = 8

export const removeJob: WaitingJob<'media.remove'> = {
  lane: 'waiting',
  attemptsMax: 1000,
  isBulk: true,
  timeLimitMs,
  async run(freshContext, _, signal) {
    const endMs = performance.now() + timeLimitMs / 2
    try {
      while (performance.now() < endMs) {
        signal.throwIfAborted()
        if (!(await removeSome(freshContext))) return undefined
      }
      return freshContext().now
    } catch (error) {
      if (!(error instanceof BucketError)) throw error
      return addMs(freshContext().now, retryMs)
    }
  },
}

/** @throws BucketError */
export async function removeObjects(freshContext: FreshContext, signal?: AbortSignal) {
  while (await removeSome(freshContext)) signal?.throwIfAborted()
}

/** Returns whether there were any. Without a bucket they wait for the next start with it. */
async function removeSome(freshContext: FreshContext): Promise<boolean> {
  const ctx = freshContext()
  const { id, services } = ctx.company
  const { mediaBucket } = services
  if (!mediaBucket) return false
  const objects = listRemovals(ctx, mediaBucket.callsAtOnce(removalsAtOnce))
  const removals = objects.map(async (objectKey) => {
    if (!isUsed(ctx, objectKey)) await mediaBucket.use((bucket) => bucket.remove(mediaBucket.nameOf(id, objectKey)))
    forgetRemoval(freshContext(), objectKey)
  })
  for (const result of await Promise.allSettled(removals)) if (result.status === 'rejected') throw result.reason
  return objects.length > 0
}
