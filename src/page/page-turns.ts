import { refuse } from '../kernel/errors'
import type { FairTurns } from '../kernel/job/fair-scheduler'

/** Limit of a visitor's waiting pages. Strangers behind one address are one visitor. */
const waitingMax = 500

interface VisitorQueue {
  waiting: number
  last: Promise<unknown>
}

export type PageTurns = ReturnType<typeof createPageTurns>

/**
 * Prevents visitors who request many pages at once from blocking the event loop. A visitor's pages are loaded in
 * sequence, so that their calls never exceed the limit of one user, and each is rendered in the visitor's turn.
 * `visitorOf` returns the user, else the address.
 */
export function createPageTurns(turns: FairTurns, visitorOf: (request: Request) => string) {
  const queues = new Map<string, VisitorQueue>()

  return {
    /** @throws Refusal ERR_TOO_MANY_REQUESTS, and what `show` throws */
    async oneByOne<T>(request: Request, show: () => Promise<T>): Promise<T> {
      const visitor = visitorOf(request)
      const queue = queues.get(visitor) ?? { waiting: 0, last: Promise.resolve() }
      if (queue.waiting >= waitingMax) refuse('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: 1 })
      queues.set(visitor, queue)
      queue.waiting++
      const shown = queue.last.then(show)
      // The visitor's next page is shown whether or not this one fails.
      queue.last = shown.catch(() => {})
      try {
        return await shown
      } finally {
        turns.done()
        if (--queue.waiting === 0) queues.delete(visitor)
      }
    },
    /** Resolves when the visitor's page may be rendered. */
    toRender: (request: Request) => turns.take(visitorOf(request)),
  }
}
