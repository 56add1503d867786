import { useEffect, useMemo, useState } from 'react'
import { rankBySearch } from '../../../src/kernel/text/search-words.contract'
import type { Option } from './option'

export interface OptionSource<Value> {
  options?: readonly Option<Value>[]
  /** Alternatively, searches as the user types. Pass the signal to fetch: outdated requests are aborted. */
  search?: (query: string, signal: AbortSignal) => Promise<readonly Option<Value>[]>
  /** Minimum length of a search. Before, the first options are listed, which are all of them where there are few. */
  lengthMin?: number
  debounceMs?: number
}

const firstMax = 9

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

export function useOptionSearch<Value>(query: string, open: boolean, source: OptionSource<Value>): OptionSearch<Value> {
  const { options, search, lengthMin = 0, debounceMs = 500 } = source
  const [found, setFound] = useState<Found<Value> | null>(null)
  const [attempt, setAttempt] = useState(0)
  const wanted = query.trim()
  const short = wanted.length < lengthMin
  const asked = short ? '' : wanted
  const asks = open && search !== undefined

  useEffect(() => {
    if (!asks || !search) return
    const stop = new AbortController()
    const ask = () =>
      search(asked, stop.signal).then(
        (list) => !stop.signal.aborted && setFound({ query: asked, options: list, failed: false }),
        () => !stop.signal.aborted && setFound({ query: asked, options: [], failed: true }),
      )
    // Loading the first list needs no debounce.
    const timer = setTimeout(ask, asked === '' ? 0 : debounceMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
    // A new function on each render must not repeat the search.
  }, [asks, asked, debounceMs, attempt])

  const filtered = useMemo(() => rankBySearch(options ?? [], wanted, textsOf), [options, wanted])

  if (!search) return { options: filtered, state: 'ready', retry: () => {} }
  const current = found?.query === asked ? found : null
  const state: SearchState = !current ? 'loading' : current.failed ? 'failed' : 'ready'
  const shown = {
    options: state === 'ready' && current ? current.options : [],
    state,
    retry: () => setAttempt(attempt + 1),
  }
  return short && state === 'ready' ? { ...shown, ...firstOptions(shown.options, wanted) } : shown
}

/** A few options are filtered by the shortest text; of many, the first are listed until enough of the text is typed. */
function firstOptions<Value>(options: readonly Option<Value>[], wanted: string) {
  if (options.length <= firstMax) return { options: rankBySearch(options, wanted, textsOf), state: 'ready' as const }
  return { options: wanted === '' ? options.slice(0, firstMax) : [], state: 'short' as const }
}
