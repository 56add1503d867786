import type { LiveSocketClient } from './live-socket-client'

/** Loads code that may wait. If that fails, it is loaded when the connection has been lost and is back. */
export function loadLater<Code>(live: Pick<LiveSocketClient, 'state'>, load: () => Promise<Code>): Promise<Code> {
  return load().catch(async () => {
    await reconnection(live)
    return loadLater(live, load)
  })
}

function reconnection({ state }: Pick<LiveSocketClient, 'state'>) {
  return new Promise<void>((resolve) => {
    let wasLost = false
    const stop = state.subscribe((now) => {
      if (now !== 'online') wasLost = true
      else if (wasLost) {
        stop()
        resolve()
      }
    })
  })
}
