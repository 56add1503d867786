import { effect } from '@preact/signals-react'
import type { LiveSocketClient } from './live-socket-client'

/** Runs the task after each reconnection. Not on `reload`, whose subscribers load the missed data themselves. */
export function onReconnect(live: Pick<LiveSocketClient, 'interrupted'>, task: () => void) {
  let interrupted = false
  return effect(() => {
    const back = interrupted && !live.interrupted.value
    interrupted = live.interrupted.value
    if (back) task()
  })
}
