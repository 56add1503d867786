import { useLayoutEffect, useRef, type RefObject } from 'react'

interface Row {
  key: string | number | bigint
  start: number
  end: number
}

/** Scrolls by the distance that most visible rows have shifted, so that they stay in place. A single moved row has no effect. */
export function useScrollAnchor(
  scroller: RefObject<HTMLElement | null>,
  items: readonly unknown[],
  rows: readonly Row[],
  measured: () => readonly Row[],
) {
  const last = useRef({ items, rows })

  useLayoutEffect(() => {
    const before = last.current
    last.current = { items, rows }
    const element = scroller.current
    if (!element || before.items === items || element.scrollTop <= 1) return
    const { scrollTop, clientHeight } = element
    const seen = before.rows.filter(({ start, end }) => end > scrollTop && start < scrollTop + clientHeight)
    const shift = commonShift(seen, measured())
    if (shift !== 0) element.scrollTop = scrollTop + shift
  })
}

export function commonShift(before: readonly Row[], after: readonly Row[]): number {
  const starts = new Map(after.map(({ key, start }) => [key, start]))
  const votes = new Map<number, number>()
  for (const { key, start } of before) {
    const now = starts.get(key)
    if (now !== undefined) votes.set(now - start, (votes.get(now - start) ?? 0) + 1)
  }
  const [winner] = [...votes].sort(([, a], [, b]) => b - a)
  return winner?.[0] ?? 0
}
