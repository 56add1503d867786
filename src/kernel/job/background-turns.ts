import { createFairQueue } from './fair-queue'

/** A turn of the event loop that took longer, in ms, left people waiting. */
const shortMs = 8
/** Background work that has waited this long, in ms, also begins in long turns: one for each `lateEveryMs` of them. */
const waitMaxMs = 500
const lateEveryMs = 10

type OnTurn = (callback: () => void) => unknown

interface Waiting {
  sinceMs: number
  begin(): void
}

/**
 * Lets people go first while the event loop is busy. Background work, such as sending queued messages and delivering webhooks, begins
 * one at a time after short turns of the loop, round robin by key; requests and received messages never wait for it.
 */
export function createBackgroundTurns({ now = () => performance.now(), onTurn = setImmediate as OnTurn } = {}) {
  const queue = createFairQueue<Waiting>()
  let turnedMs = 0
  let lateMs = 0

  function turned() {
    const nowMs = now()
    const tookMs = nowMs - turnedMs
    turnedMs = nowMs
    if (tookMs < shortMs) beginNext()
    else for (lateMs += tookMs; lateMs >= lateEveryMs; lateMs -= lateEveryMs) beginNext(nowMs - waitMaxMs)
    if (!queue.isEmpty()) onTurn(turned)
  }

  /** Begins the next work, unless it has waited for less than that. */
  function beginNext(sinceMs = Infinity) {
    queue.take((next) => next.sinceMs <= sinceMs)?.begin()
  }

  /** Resolves when the work may begin, in the next turn of the event loop at the earliest. */
  return function backgroundTurn(key: string): Promise<void> {
    return new Promise((begin) => {
      if (queue.isEmpty()) {
        turnedMs = now()
        lateMs = 0
        onTurn(turned)
      }
      queue.add(key, { sinceMs: now(), begin })
    })
  }
}

/** One for the process, because all companies share its event loop. */
export const backgroundTurn = createBackgroundTurns()
