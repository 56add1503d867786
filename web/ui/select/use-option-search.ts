import { useEffect, useMemo, useState } from 'react'
import { rankBySearch } from '../../../src/kernel/text/search-words.contract'
import type { Option } from './option'

export interface OptionSource<Value> {
  /** All options, filtered locally. */
  options?: readonly Option<Value>[]
  /** Alternatively, searches as the user types. Pass the signal to fetch: outdated requests are aborted. */
  search?: (query: string, signal: AbortSignal) => Promise<readonly Option<Value>[]>
  /** Minimum length of a search. */
  lengthMin?: number
  debounceMs?: number
}

type SearchState = 'ready' | 'short' | 'loading' | 'failed'

interface OptionSearch<Value> {
  options: readonly Option<Value>[]
  state: SearchState
  retry: () => void
}

interface Found<Value> {
  query: string
  options: readonly Option<Value>[]
  failed: boolean
}

const textsOf = ({ label, description }: Option<unknown>) => [label, description ?? '']

/** Returns the options for the typed text, from a local list or a debounced search. */
export function useOptionSearch<Value>(query: string, open: boolean, source: OptionSource<Value>): OptionSearch<Value> {
  const { options, search, lengthMin = 0, debounceMs = 500 } = source
  const [found, setFound] = useState<Found<Value> | null>(null)
  const [attempt, setAttempt] = useState(0)
  const wanted = query.trim()
  const short = wanted.length < lengthMin
  const asks = open && !short && search !== undefined

  useEffect(() => {
    if (!asks || !search) return
    const stop = new AbortController()
    const ask = () =>
      search(wanted, stop.signal).then(
        (list) => !stop.signal.aborted && setFound({ query: wanted, options: list, failed: false }),
        () => !stop.signal.aborted && setFound({ query: wanted, options: [], failed: true }),
      )
    // Loading the first list needs no debounce.
    const timer = setTimeout(ask, wanted === '' ? 0 : debounceMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
    // A new function on each render must not repeat the search.
  }, [asks, wanted, debounceMs, attempt])

  const filtered = useMemo(() => rankBySearch(options ?? [], wanted, textsOf), [options, wanted])

  if (!search) return { options: filtered, state: 'ready', retry: () => {} }
  const current = found?.query === wanted ? found : null
  const state: SearchState = short ? 'short' : !current ? 'loading' : current.failed ? 'failed' : 'ready'
  return { options: state === 'ready' && current ? current.options : [], state, retry: () => setAttempt(attempt + 1) }
}
