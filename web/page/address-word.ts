import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { usePage } from './page-context'

/** The word of the address that says what a list is searched for. */
export const searchWord = 'q'
const searchLengthMax = 200

/** What the address asks a list to be searched for. */
export function searchOf(query: URLSearchParams): string {
  return (query.get(searchWord) ?? '').slice(0, searchLengthMax)
}

/** Keeps a word of the address equal to what the screen shows, so that loading the page anew shows the same. */
export function useAddressWord(name: string, value: string) {
  useAddressWords({ [name]: value })
}

/** Keeps words of the address equal to what the screen shows; an empty one is left out. */
export function useAddressWords(words: Readonly<Record<string, string>>) {
  useSignals()
  const { navigation } = usePage()
  const { search } = navigation.shown.value
  const wanted = JSON.stringify(words)
  useEffect(() => {
    const query = new URLSearchParams(search)
    const changed = Object.entries(JSON.parse(wanted) as typeof words).filter(
      ([name, value]) => (query.get(name) ?? '') !== value,
    )
    if (changed.length === 0) return
    for (const [name, value] of changed) {
      if (value === '') query.delete(name)
      else query.set(name, value)
    }
    navigation.replaceQuery(query)
  }, [wanted, search, navigation])
}
