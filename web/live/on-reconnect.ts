import { effect } from '@preact/signals-react'
import type { LiveSocketClient } from './live-socket-client'

/**
 * Runs the task each time the line stands again. Not told by `reload`: whoever listens to that says that the page itself
 * takes the missed news up.
 */
export function onReconnect(live: Pick<LiveSocketClient, 'interrupted'>, task: () => void) {
  let interrupted = false
  return effect(() => {
    const back = interrupted && !live.interrupted.value
    interrupted = live.interrupted.value
    if (back) task()
  })
}
