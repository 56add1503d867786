import { useLayoutEffect, useState, type RefObject } from 'react'
import type { RowWindow } from './use-row-window'

/**
 * Keeps the widths of a windowed table's columns, which would otherwise change with the rendered rows. Content that
 * cannot wrap still widens its column. Undefined until measured and on phones, where rows are cards.
 */
export function useColumnWidths(
  head: RefObject<HTMLTableRowElement | null>,
  { isWindowed, range, resizes }: RowWindow,
): readonly number[] | undefined {
  const [measured, setMeasured] = useState<{ after: number; widths: readonly number[] }>()
  const known = isWindowed && measured?.after === resizes ? measured.widths : undefined

  useLayoutEffect(() => {
    const row = head.current
    if (!isWindowed || !row || getComputedStyle(row).display !== 'table-row') return setMeasured(undefined)
    const widths = [...row.cells].map((cell) => cell.getBoundingClientRect().width)
    if (!known || differ(known, widths)) setMeasured({ after: resizes, widths })
  }, [head, isWindowed, range.first, range.last, resizes])

  return known
}

const differ = (one: readonly number[], other: readonly number[]) =>
  one.length !== other.length || one.some((width, index) => Math.abs(width - (other[index] ?? 0)) >= 1)
