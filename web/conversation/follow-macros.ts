import type { Signal } from '@preact/signals-react'
import type { MacroView } from '../../src/macro/macro.calls'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'

/** After the first conversation is shown. */
const loadAfterMs = 2000

/** Loads the macros that the user may use, again after each change; returns the function that stops it. */
export function followMacros(
  api: ApiClient,
  live: Pick<LiveSocketClient, 'subscribe'>,
  macros: Signal<readonly MacroView[]>,
): () => void {
  const load = () =>
    // Without an answer none are offered until the next change.
    void api.get('/macros/list', {}).then(
      (found) => (macros.value = found),
      () => {},
    )
  const timer = setTimeout(load, loadAfterMs)
  const unsubscribe = live.subscribe('macro', load)
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}
