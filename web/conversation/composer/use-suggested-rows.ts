import { useEffect, useState, type KeyboardEvent } from 'react'

interface SuggestedRows<Row> {
  open: boolean
  found: readonly Row[]
  /** The first row becomes the active one when it changes. */
  query: string | undefined
  pick(row: Row | undefined): void
  close(): void
}

/** The active row of a list that the composer's text opens, and its keys. The focus stays in the composer. */
export function useSuggestedRows<Row>({ open, found, query, pick, close }: SuggestedRows<Row>) {
  const [active, setActive] = useState(0)
  useEffect(() => setActive(0), [query])

  /** Returns whether the list handled the key. */
  function onKeyDown(event: KeyboardEvent): boolean {
    if (!open) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setActive((active + step + found.length) % (found.length || 1))
    else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') {
      if (found.length === 0) return false
      pick(found[active])
    } else if (event.key === 'Escape') close()
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  return { active, setActive, onKeyDown }
}
