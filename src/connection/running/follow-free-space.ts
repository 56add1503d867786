import type { FreeSpace } from '../../kernel/file/free-space'

const everyMsDefault = 2000

interface FollowOptions {
  freeSpace: Pick<FreeSpace, 'state'>
  /** Ends all sessions without unpairing; the provider keeps what arrives meanwhile. */
  suspend(): Promise<void>
  resume(): Promise<void>
  onFailure(message: string, error: unknown): void
  everyMs?: number
}

/**
 * Suspends the connections while hardly any space is left. A message that cannot be stored must not be acknowledged, and a
 * provider repeats it only to the next session.
 */
export function followFreeSpace({ freeSpace, suspend, resume, onFailure, everyMs = everyMsDefault }: FollowOptions) {
  let isSuspended = false
  let work = Promise.resolve()

  function check() {
    const isFull = freeSpace.state() === 'full'
    if (isFull === isSuspended) return
    isSuspended = isFull
    work = work
      .then(isFull ? suspend : resume)
      .catch((error: unknown) => onFailure('The connections could not follow the free space', error))
  }

  const timer = setInterval(check, everyMs).unref()
  return {
    check,
    isSuspended: () => isSuspended,
    async stop() {
      clearInterval(timer)
      await work
    },
  }
}
