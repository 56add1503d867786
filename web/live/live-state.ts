import { signal } from '@preact/signals-react'
import type { LiveDevice } from './live-device'

/** `offline`: the device has no network. `connecting`: there is no connection to the server. */
export type LiveState = 'connecting' | 'online' | 'offline'

/** The state of the connection as shown to the user. */
export function createLiveState(device: Pick<LiveDevice, 'isOnline'>) {
  const state = signal<LiveState>('connecting')
  const interrupted = signal(false)
  const connects = () => void (state.value = device.isOnline() ? 'connecting' : 'offline')
  return {
    state,
    interrupted,
    connects,
    /** Returns false if it was open already. */
    opened() {
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
