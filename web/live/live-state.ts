import { signal } from '@preact/signals-react'
import type { LiveDevice } from './live-device'

/** `offline`: the device has no network. `connecting`: no line to the server yet, or not any more. */
export type LiveState = 'connecting' | 'online' | 'offline'

/** How the line stands, as the person is shown it. */
export function createLiveState(device: Pick<LiveDevice, 'isOnline'>) {
  const state = signal<LiveState>('connecting')
  const interrupted = signal(false)
  const connects = () => void (state.value = device.isOnline() ? 'connecting' : 'offline')
  return {
    state,
    interrupted,
    connects,
    /** False when it stood already. */
    stands() {
      if (state.value === 'online') return false
      state.value = 'online'
      interrupted.value = false
      return true
    },
    isLost() {
      interrupted.value = true
      connects()
    },
  }
}
