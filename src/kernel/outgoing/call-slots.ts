import type { CompanyId } from '../ids'
import { createFairQueue } from '../job/fair-queue'
import { OutgoingError } from './outgoing-error'

/**
 * Calls that wait for different services. message: a channel's texts and reports. media: a channel's files. webhook: what
 * companies are told. bot: outside bots. ai: models. payment: banks.
 */
export const outgoingKinds = ['message', 'media', 'webhook', 'bot', 'ai', 'payment'] as const
export type OutgoingKind = (typeof outgoingKinds)[number]

export interface CallOwner {
  company: CompanyId | 'host'
  kind: OutgoingKind
}

export interface SlotLimits {
  /** Slots of each kind that no other kind takes. */
  perKind: number
  /** Slots for any kind beyond those. */
  shared: number
  /** Calls of one company and kind that may wait. */
  waitingMax: number
}

interface Call {
  owner: string
  kind: OutgoingKind
  cost: number
}

type WaitingCall = Call & { start(): void }

/**
 * Limits concurrent calls. A company may take half as many slots of a kind as it leaves to others, at least one: those whose
 * receivers never answer cannot take them all. Further calls wait in order; companies and kinds take turns.
 */
export function createCallSlots({ perKind, shared, waitingMax }: SlotLimits) {
  /** Slots in use, by kind and by company and kind. */
  const used = new Map<string, number>()
  const waiting = createFairQueue<WaitingCall>()
  const usedBy = (key: string) => used.get(key) ?? 0

  function freeFor(kind: OutgoingKind) {
    const taken = outgoingKinds.reduce((sum, each) => sum + Math.max(0, usedBy(each) - perKind), 0)
    return Math.max(0, perKind - usedBy(kind)) + shared - taken
  }

  function mayStart({ owner, kind, cost }: Call) {
    const free = freeFor(kind)
    return free >= cost && (usedBy(owner) === 0 || usedBy(owner) + cost - 1 < free / 2)
  }

  function use({ owner, kind }: Call, slots: number) {
    for (const key of [kind, owner]) {
      if (usedBy(key) + slots === 0) used.delete(key)
      else used.set(key, usedBy(key) + slots)
    }
  }

  function turnOf(call: Call, signal: AbortSignal) {
    if (waiting.sizeOf(call.owner) >= waitingMax)
      throw new OutgoingError('busy', `${waitingMax} calls are waiting already`)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const start = () => {
      signal.removeEventListener('abort', leave)
      resolve()
    }
    const entry = { ...call, start }
    const leave = () => {
      if (waiting.remove(call.owner, entry)) reject(signal.reason)
    }
    waiting.add(call.owner, entry)
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    return promise
  }

  return {
    /**
     * Runs the call when a slot is free, or as many as it costs.
     * @throws OutgoingError busy when too many of its company and kind wait; the signal's reason when aborted before
     */
    async run<T>({ company, kind }: CallOwner, signal: AbortSignal, work: () => Promise<T>, slots = 1): Promise<T> {
      const call = { owner: `${company} ${kind}`, kind, cost: Math.min(slots, perKind + shared) }
      if (waiting.sizeOf(call.owner) === 0 && mayStart(call)) use(call, call.cost)
      else await turnOf(call, signal)
      try {
        return await work()
      } finally {
        use(call, -call.cost)
        for (const next of waiting.takeOfEach(mayStart)) {
          use(next, next.cost)
          next.start()
        }
      }
    },
  }
}
