import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { searchLengthMax } from '../../src/kernel/text/search-words.contract'
import { usePage } from './page-context'

export const searchParameter = 'q'

export function searchOf(query: URLSearchParams): string {
  return (query.get(searchParameter) ?? '').slice(0, searchLengthMax)
}

/** Keeps a query parameter equal to what the screen shows, so that a reload shows the same. */
export function useQueryParameter(name: string, value: string) {
  useQueryParameters({ [name]: value })
}

/** Keeps query parameters equal to what the screen shows; empty ones are omitted. */
export function useQueryParameters(words: Readonly<Record<string, string>>) {
  useSignals()
  const { navigation } = usePage()
  const { search } = navigation.shown.value
  const wanted = new URLSearchParams(words).toString()
  useEffect(() => {
    // Another effect may have changed it since the render.
    const query = new URLSearchParams(navigation.shown.peek().search)
    const changed = [...new URLSearchParams(wanted)].filter(([name, value]) => (query.get(name) ?? '') !== value)
    if (changed.length === 0) return
    for (const [name, value] of changed) {
      if (value === '') query.delete(name)
      else query.set(name, value)
    }
    navigation.replaceQuery(query)
  }, [wanted, search, navigation])
}
