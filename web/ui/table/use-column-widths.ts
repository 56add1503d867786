import { useLayoutEffect, useState, type RefObject } from 'react'

/**
 * Keeps the widths of a table's columns while rows come and go, which would otherwise change them. Content that cannot
 * wrap still widens its column. Undefined until measured and on phones, where rows are cards.
 */
export function useColumnWidths(
  head: RefObject<HTMLTableRowElement | null>,
  isKept: boolean,
  shownRows: unknown,
): readonly number[] | undefined {
  const [widths, setWidths] = useState<readonly number[]>()

  useLayoutEffect(() => {
    if (!isKept) return setWidths(undefined)
    const row = head.current
    if (!row || getComputedStyle(row).display !== 'table-row') return
    const next = [...row.cells].map((cell) => cell.getBoundingClientRect().width)
    setWidths((known) => (known && !differ(known, next) ? known : next))
  }, [head, isKept, shownRows])

  return isKept ? widths : undefined
}

const differ = (one: readonly number[], other: readonly number[]) =>
  one.length !== other.length || one.some((width, index) => Math.abs(width - (other[index] ?? 0)) >= 1)
