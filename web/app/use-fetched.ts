import { useCallback, useEffect, useState } from 'react'
import type { LiveEvent } from '../../src/kernel/live/live-events.contract'
import type { ApiClient } from '../api/api-client'
import { useErrorText } from '../i18n/i18n'
import { useUi } from '../ui/context/ui-context'
import { useApp } from './app-context'

type Fetch<Answer> = (api: ApiClient, signal: AbortSignal) => Promise<Answer>

interface FetchOptions {
  /** Another key fetches again. */
  key?: string | number | undefined
  /** False fetches nothing. */
  wanted?: boolean | undefined
  /** Fetches again after these live events, and after events were missed. The answer stays meanwhile. */
  live?: LiveEvent | readonly LiveEvent[] | undefined
}

/** Fetches when the component appears. While a retry is under way, the error is undefined and the answer stays. */
export function useFetched<Answer>(fetch: Fetch<Answer>, { key, wanted = true, live: events }: FetchOptions = {}) {
  const { api, live } = useApp()
  const [found, setFound] = useState<{ key: FetchOptions['key']; answer: Answer }>()
  const [error, setError] = useState<unknown>()
  const [attempts, setAttempts] = useState(0)
  useEffect(() => {
    setError(undefined)
    if (!wanted) return
    const stop = new AbortController()
    const { signal } = stop
    fetch(api, signal).then(
      (answer) => !signal.aborted && setFound({ key, answer }),
      (cause: unknown) => !signal.aborted && setError(cause),
    )
    return () => stop.abort()
    // `fetch` is another function at each render.
  }, [api, key, wanted, attempts])
  const retry = useCallback(() => setAttempts((count) => count + 1), [])
  useEffect(() => {
    if (events === undefined || !wanted) return
    const followed = typeof events === 'string' ? [events] : events
    const stops = [...followed, 'reload' as const].map((event) => live.observe(event, retry))
    return () => stops.forEach((stop) => stop())
  }, [live, events, wanted, retry])
  // The answer to an earlier key is outdated.
  const answer = found?.key === key ? found?.answer : undefined
  return { answer, error, retry }
}

/** Fetches records to choose from: undefined until they are there. A failure is shown as a toast. */
export function useLookup<Answer>(
  fetch: Fetch<Answer>,
  wanted = true,
  live?: FetchOptions['live'],
): Answer | undefined {
  const { toast } = useUi()
  const errorText = useErrorText()
  const { answer, error } = useFetched(fetch, { wanted, live })
  useEffect(() => {
    if (error !== undefined) toast.error(errorText(error))
  }, [error])
  return answer
}
