import type { Signal } from '@preact/signals-react'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import { onReconnect } from '../live/on-reconnect'

/** Counts unseen announcements; they are rare, so each event reloads the count. */
export function followUnseen(api: ApiClient, live: LiveSocketClient, unseen: Signal<number>): () => void {
  async function read() {
    try {
      unseen.value = (await api.get('/announcements')).unseen
    } catch {
      // The button keeps its count; the next reconnect reloads it.
    }
  }

  void read()
  const stops = [
    onReconnect(live, () => void read()),
    live.subscribe('announcement', ({ action }) => {
      if (action === 'create') unseen.value += 1
      else if (action === 'seen') unseen.value = 0
      else void read()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
