import { useEffect, useState } from 'react'
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
}

/** Fetches when the component appears. While a retry is under way, the error is undefined and the answer stays. */
export function useFetched<Answer>(fetch: Fetch<Answer>, { key, wanted = true }: FetchOptions = {}) {
  const { api } = useApp()
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
  // The answer to an earlier key is outdated.
  const answer = found?.key === key ? found?.answer : undefined
  return { answer, error, retry: () => setAttempts((count) => count + 1) }
}

/** Fetches records to choose from: undefined until they are there. A failure is shown as a toast. */
export function useLookup<Answer>(fetch: Fetch<Answer>, wanted = true): Answer | undefined {
  const { toast } = useUi()
  const errorText = useErrorText()
  const { answer, error } = useFetched(fetch, { wanted })
  useEffect(() => {
    if (error !== undefined) toast.error(errorText(error))
  }, [error])
  return answer
}
