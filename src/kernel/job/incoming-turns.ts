/** Time per turn of the event loop, in ms, that incoming messages take before other sockets are served. */
const turnMs = 8
/** Served in one turn. Most take longer than a tenth of a millisecond. */
const servedMax = 32
/**
 * Limit of waiting frames, about 1 kB each. Above it every new one moves the oldest into this turn, so that TCP slows the
 * senders down.
 */
const waitingMax = 2000

/**
 * Keeps a burst of messages on many outside connections from delaying requests. Messages are processed as they come while that takes
 * little of a turn of the event loop; the others wait for later turns, in order of arrival.
 */
export function createIncomingTurns({ now = () => performance.now(), onTurn = setImmediate as OnTurn } = {}) {
  const waiting: (() => void)[] = []
  let isWatched = false
  /** When the first message of this turn was processed, as it came and from the queue. */
  let sinceMs = 0
  let servedSinceMs: number | undefined

  function watch() {
    isWatched = true
    onTurn(turned)
  }

  function turned() {
    isWatched = false
    servedSinceMs = undefined
    if (waiting.length === 0) return
    // Each in a callback of its own, so that the promises of one have settled before the next.
    for (let count = Math.min(waiting.length, servedMax); count > 0; count--) onTurn(serve)
    watch()
  }

  function serve() {
    const nowMs = now()
    servedSinceMs ??= nowMs
    if (nowMs - servedSinceMs < turnMs) waiting.shift()?.()
  }

  /** Calls `task` at once or in a later turn. It must not throw. */
  return function inTurn(task: () => void) {
    if (!isWatched) {
      sinceMs = now()
      watch()
    }
    if (waiting.length === 0 && now() - sinceMs < turnMs) return task()
    waiting.push(task)
    if (waiting.length > waitingMax) waiting.shift()?.()
  }
}

type OnTurn = (callback: () => void) => unknown

/** One for the process, because all connections share its event loop. */
export const incomingTurn = createIncomingTurns()
