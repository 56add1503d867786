import { refuse } from '../kernel/errors'
import { createMutex } from '../kernel/job/limiter'
import type { FairTurns } from '../kernel/job/event-loop-turns'

/** Strangers behind one address are one visitor. */
const waitingMax = 500

export type PageTurns = ReturnType<typeof createPageTurns>

/** A visitor's pages are loaded in sequence and rendered in turn. `visitorOf`: the user, else the address. */
export function createPageTurns(turns: FairTurns, visitorOf: (request: Request) => string) {
  const inTurn = createMutex<string>()

  return {
    /** @throws Refusal ERR_TOO_MANY_REQUESTS, and what `show` throws */
    async oneByOne<T>(request: Request, show: () => Promise<T>): Promise<T> {
      const visitor = visitorOf(request)
      if (inTurn.sizeOf(visitor) >= waitingMax) refuse('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: 1 })
      return inTurn(visitor, show).finally(turns.done)
    },
    toRender: (request: Request) => turns.take(visitorOf(request)),
  }
}
