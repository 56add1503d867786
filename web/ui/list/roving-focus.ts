import { useEffect, useRef } from 'react'

interface RovingOptions {
  list: () => HTMLElement | null
  row: string
  /** Selector of a row's main element, which gets the focus when moving between rows. */
  main: string
  /** Selector of the current row, which has `data-current`. It becomes the stop while the focus is elsewhere. */
  preferred: string
  /** Moves the focus to the first or last row of a list that renders only some of its rows. */
  focusEdge?: (edge: 'first' | 'last') => void
}

const controls = 'button:not(:disabled), a[href]'

/** Makes a list one stop of Tab; arrows, Home, End and Escape move within. The stop is kept here, so that moving renders nothing. */
export function useRovingFocus(options: RovingOptions) {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    const list = latest.current.list()
    if (!list) return
    let current: Element | null = null
    const keepStop = () => {
      const before = current
      current = list.querySelector(latest.current.preferred)
      const isNew = current !== null && current !== before && !list.contains(document.activeElement)
      setStop(list, latest.current, (isNew && current) || undefined)
    }
    const observer = new MutationObserver(keepStop)
    observer.observe(list, { childList: true, subtree: true, attributeFilter: ['data-current'] })
    const onFocus = ({ target }: FocusEvent) => setStop(list, latest.current, target as Element)
    const onKeyDown = (event: KeyboardEvent) => move(list, latest.current, event)
    list.addEventListener('focusin', onFocus)
    list.addEventListener('keydown', onKeyDown)
    keepStop()
    return () => {
      observer.disconnect()
      list.removeEventListener('focusin', onFocus)
      list.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}

/** The stop is the row that has or had the focus, else the preferred one, else the first rendered one. */
function setStop(list: HTMLElement, { row, main, preferred }: RovingOptions, focused?: Element) {
  const before = list.querySelector<HTMLElement>(`${main}[tabindex="0"]`)
  const chosen = focused?.closest<HTMLElement>(row) ?? before?.closest<HTMLElement>(row)
  const next = chosen ?? list.querySelector<HTMLElement>(preferred) ?? rowsInOrder(list, row)[0]
  const stop = next?.querySelector<HTMLElement>(main) ?? null
  if (before === stop) return
  if (before) before.tabIndex = -1
  if (stop) stop.tabIndex = 0
}

/** Rows keep their element when they move, so that positions are read from attributes, which costs no layout. */
function rowsInOrder(list: HTMLElement, selector: string) {
  const position = (row: HTMLElement) => Number(row.closest('[aria-posinset]')?.ariaPosInSet ?? 0)
  return [...list.querySelectorAll<HTMLElement>(selector)].sort((a, b) => position(a) - position(b))
}

function move(list: HTMLElement, { row: rowSelector, main, focusEdge }: RovingOptions, event: KeyboardEvent) {
  const { target, key } = event
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
  if (!(target instanceof HTMLElement) || target.closest(':popover-open')) return
  const row = target.closest<HTMLElement>(rowSelector)
  if (row && focusEdge && (key === 'Home' || key === 'End')) {
    event.preventDefault()
    return focusEdge(key === 'Home' ? 'first' : 'last')
  }
  const next = row && (besideRow(list, rowSelector, main, row, key) ?? withinRow(row, main, target, key))
  if (!next) return
  event.preventDefault()
  next.focus({ preventScroll: true })
  next.closest(rowSelector)?.scrollIntoView({ block: 'nearest' })
}

function besideRow(list: HTMLElement, selector: string, main: string, row: HTMLElement, key: string) {
  const rows = rowsInOrder(list, selector)
  const at = rows.indexOf(row)
  const to: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }
  const index = to[key]
  return index === undefined ? undefined : rows[index]?.querySelector<HTMLElement>(main)
}

function withinRow(row: HTMLElement, main: string, target: HTMLElement, key: string) {
  const first = row.querySelector<HTMLElement>(main)
  const stops = [...row.querySelectorAll<HTMLElement>(controls)].filter((each) => each.checkVisibility())
  const at = stops.indexOf(target)
  if (key === 'ArrowRight') return stops[at + 1]
  if (key === 'ArrowLeft') return stops[at - 1]
  return key === 'Escape' && target !== first ? first : undefined
}
