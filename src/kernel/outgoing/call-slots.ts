import type { CompanyId } from '../ids'
import { OutgoingError } from './outgoing-error'

/**
 * Calls that wait for different services. message: a channel's texts and reports. media: a channel's files. webhook: what
 * companies are told. bot: outside bots. ai: models. payment: banks.
 */
export const outgoingKinds = ['message', 'media', 'webhook', 'bot', 'ai', 'payment'] as const
export type OutgoingKind = (typeof outgoingKinds)[number]

/** On whose behalf a call is made. */
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

interface Queue {
  kind: OutgoingKind
  /** Slots in use. */
  running: number
  waiting: Set<Waiting>
}

interface Waiting {
  cost: number
  start(): void
}

/**
 * Limits concurrent calls. A company may take half as many slots of a kind as it leaves to others, at least one: those whose
 * receivers never answer cannot take them all. Further calls wait in order; companies and kinds take turns.
 */
export function createCallSlots({ perKind, shared, waitingMax }: SlotLimits) {
  const running = new Map<OutgoingKind, number>()
  /** By company and kind, in the order in which they take turns. */
  const queues = new Map<string, Queue>()
  const runningOf = (kind: OutgoingKind) => running.get(kind) ?? 0

  function freeFor(kind: OutgoingKind) {
    const taken = outgoingKinds.reduce((sum, each) => sum + Math.max(0, runningOf(each) - perKind), 0)
    return Math.max(0, perKind - runningOf(kind)) + shared - taken
  }

  function mayStart(queue: Queue, cost: number) {
    const free = freeFor(queue.kind)
    return free >= cost && (queue.running === 0 || queue.running + cost - 1 < free / 2)
  }

  function change(queue: Queue, by: number) {
    queue.running += by
    running.set(queue.kind, runningOf(queue.kind) + by)
  }

  function give(key: string, queue: Queue, cost: number) {
    change(queue, -cost)
    for (const [waitingKey, waiting] of [...queues]) {
      const [next] = waiting.waiting
      if (!next || !mayStart(waiting, next.cost)) continue
      waiting.waiting.delete(next)
      queues.delete(waitingKey)
      queues.set(waitingKey, waiting)
      change(waiting, next.cost)
      next.start()
    }
    forget(key, queue)
  }

  function forget(key: string, queue: Queue) {
    if (queue.running === 0 && queue.waiting.size === 0 && queues.get(key) === queue) queues.delete(key)
  }

  return {
    /**
     * Runs the call when a slot is free, or as many as it costs.
     * @throws OutgoingError busy when too many of its company and kind wait; the signal's reason when aborted before
     */
    async run<T>({ company, kind }: CallOwner, signal: AbortSignal, call: () => Promise<T>, slots = 1): Promise<T> {
      const cost = Math.min(slots, perKind + shared)
      const key = `${company} ${kind}`
      const queue = queues.get(key) ?? { kind, running: 0, waiting: new Set() }
      queues.set(key, queue)
      try {
        if (queue.waiting.size === 0 && mayStart(queue, cost)) change(queue, cost)
        else await turnOf(queue, cost, signal)
      } catch (error) {
        forget(key, queue)
        throw error
      }
      try {
        return await call()
      } finally {
        give(key, queue, cost)
      }
    },
  }

  function turnOf({ waiting }: Queue, cost: number, signal: AbortSignal) {
    if (waiting.size >= waitingMax) throw new OutgoingError('busy', `${waitingMax} calls are waiting already`)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      if (waiting.delete(call)) reject(signal.reason)
    }
    const call = {
      cost,
      start() {
        signal.removeEventListener('abort', leave)
        resolve()
      },
    }
    waiting.add(call)
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    return promise
  }
}
