import { minuteMs } from '../time/durations.contract'
import type { CompanyId, UserId } from '../ids'
import { createTokenBucket, type TokenBucket } from '../http/rate-limit'

/** Cost of a frame, in units of about 50 µs of the event loop. */
export const frameCosts = {
  auth: 5,
  resume: 2,
  joinTickets: 1,
  leaveTickets: 1,
  joinNotification: 1,
  userStatus: 5,
  presence: 3,
  asleep: 1,
} as const

/** A screen joins the ticket it shows. */
export const roomsMax = 100
const socketsMax = 100
/** Walking through tickets with a held key sends about 60 frames per second. */
const socketUnits = { burst: 200, perSecond: 60 }
/** Twenty tabs that reconnect cost 240. */
const userUnits = { burst: 400, perSecond: 120 }
/** Replays of missed events, up to 30 ms each; many tabs reconnect at once after a restart. */
const userReplays = { burst: 20, perSecond: 1 }
/** How long a budget is kept after a user's last socket has closed, so that reconnecting does not reset it. */
const keptMs = 10 * minuteMs

export const createSocketBudget = () => createTokenBucket(socketUnits)

export interface UserBudget {
  units: TokenBucket
  replays: TokenBucket
  open(): boolean
  close(): void
}

export function createUserBudgets() {
  const budgets = new Map<string, UserBudget & { sockets: number; idleSinceMs: number }>()

  function forgetIdle() {
    const beforeMs = performance.now() - keptMs
    for (const [key, { sockets, idleSinceMs }] of budgets) {
      if (sockets === 0 && idleSinceMs < beforeMs) budgets.delete(key)
    }
  }

  function create() {
    return {
      sockets: 0,
      idleSinceMs: performance.now(),
      units: createTokenBucket(userUnits),
      replays: createTokenBucket(userReplays),
      open() {
        if (this.sockets >= socketsMax) return false
        this.sockets++
        return true
      },
      close() {
        this.sockets--
        this.idleSinceMs = performance.now()
      },
    }
  }

  return {
    of(companyId: CompanyId, userId: UserId): UserBudget {
      const key = `${companyId}/${userId}`
      const known = budgets.get(key)
      if (known) return known
      forgetIdle()
      const budget = create()
      budgets.set(key, budget)
      return budget
    },
  }
}
