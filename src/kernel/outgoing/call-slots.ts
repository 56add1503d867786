import type { CompanyId } from '../ids'
import { createFairQueue } from '../job/fair-queue'
import { OutgoingError } from './outgoing-error'

/** webhook: what companies are told. bot: outside bots. push: notices to browsers. */
export const outgoingKinds = ['message', 'media', 'webhook', 'bot', 'ai', 'payment', 'push'] as const
export type OutgoingKind = (typeof outgoingKinds)[number]

export interface CallOwner {
  company: CompanyId | 'host'
  kind: OutgoingKind
}

export interface SlotLimits {
  perKind: number
  shared: number
  waitingMax: number
}

interface Call {
  owner: string
  kind: OutgoingKind
  cost: number
}

type WaitingCall = Call & { start(): void }

/** A company takes half as many slots of a kind as it leaves, at least one: silent receivers cannot take them all. */
export function createCallSlots({ perKind, shared, waitingMax }: SlotLimits) {
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
    /** @throws OutgoingError busy when too many wait; the signal's reason when aborted before */
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
