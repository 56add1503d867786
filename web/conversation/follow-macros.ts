import type { Signal } from '@preact/signals-react'
import type { MacroView } from '../../src/macro/macro.record'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'

/** After the first conversation is shown. */
const loadAfterMs = 2000

/** Loads the macros that the user may use, again after each change; returns the function that stops it. */
export function followMacros(
  api: ApiClient,
  live: Pick<LiveSocketClient, 'subscribe'>,
  macros: Signal<readonly MacroView[] | undefined>,
): () => void {
  // Without an answer none are offered until the next change, or until someone asks for them.
  const load = () => void loadMacros(api, macros).catch(() => {})
  const timer = setTimeout(load, loadAfterMs)
  const unsubscribe = live.subscribe('macro', load)
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}

export async function loadMacros(api: ApiClient, macros: Signal<readonly MacroView[] | undefined>): Promise<void> {
  macros.value = await api.get('/macros/list', {})
}
