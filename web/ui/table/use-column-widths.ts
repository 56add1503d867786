import { useEffect, useLayoutEffect, useState, type CSSProperties, type RefObject } from 'react'
import type { ShownColumn } from './column'
import type { RowWindow } from './use-row-window'

type Widths = readonly number[]

/** Pinned columns stay at the left while they leave the others room. */
const pinnedShareMax = 0.6

export function useColumnWidths<Row>(
  head: RefObject<HTMLTableRowElement | null>,
  view: RowWindow,
  columns: readonly ShownColumn<Row>[],
) {
  const layout = columns.map(({ id, isSized }) => `${id} ${isSized}`).join('\n')
  const fixed = useFixedWidths(head, view, layout)
  const [measured, setMeasured] = useState<Record<string, number>>({})

  useEffect(() => {
    const row = head.current
    if (!row) return
    const frame = row.closest('.screen-body, .data-table-frame')
    const observer = new ResizeObserver(() => {
      const widths = [...row.cells].map((cell): [string, number] => [
        cell.dataset['column'] ?? cell.className,
        Math.round(cell.getBoundingClientRect().width),
      ])
      setMeasured({ ...Object.fromEntries(widths), room: frame?.clientWidth ?? 0 })
    })
    for (const cell of row.cells) observer.observe(cell)
    return () => observer.disconnect()
  }, [head, layout])

  return { fixed, measured, pinned: pinnedAt(columns, measured) }
}

function pinnedAt<Row>(columns: readonly ShownColumn<Row>[], measured: Record<string, number>): CSSProperties {
  const places: CSSProperties = {}
  let left = measured['data-table-select'] ?? 0
  for (const { id, pinned } of columns) {
    const end = left + (measured[id] ?? 0)
    if (!pinned || end > (measured['room'] ?? 0) * pinnedShareMax) break
    places[`--pinned-${pinned.place}`] = `${left}px`
    left = end
  }
  return places
}

/** Keeps the widths while rows are scrolled in and out. Undefined until they are measured, and on phones, where rows are cards. */
function useFixedWidths(
  head: RefObject<HTMLTableRowElement | null>,
  { isWindowed, range, resizes }: RowWindow,
  layout: string,
): Widths | undefined {
  const [measured, setMeasured] = useState<{ after: string; widths: Widths }>()
  const after = `${resizes} ${layout}`
  const known = isWindowed && measured?.after === after ? measured.widths : undefined

  useLayoutEffect(() => {
    const row = head.current
    if (!isWindowed || !row || getComputedStyle(row).display !== 'table-row') return setMeasured(undefined)
    const widths = [...row.cells].map((cell) => cell.getBoundingClientRect().width)
    if (!known || differ(known, widths)) setMeasured({ after, widths })
  }, [head, isWindowed, range.first, range.last, after])

  return known
}

const differ = (one: Widths, other: Widths) =>
  one.length !== other.length || one.some((width, index) => Math.abs(width - (other[index] ?? 0)) >= 1)
