import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { usePrinting } from '../layout/use-printing'
import { blockRows, createRowHeights, type RowHeights, type RowRange } from './row-heights'

const renderedMax = 100
const firstRows = 6 * blockRows
/** How far beyond the view, in pixels, rows must be rendered. */
const nearPixels = 600
/** Little more than the nearest, so that each change while scrolling adds few rows. Twice as far they are kept. */
const aheadPixels = 700

export interface RowWindow {
  isWindowed: boolean
  range: RowRange
  heights: RowHeights
  resizes: number
  show: (row: number) => void
}

/** Rendered rows must have an `aria-rowindex` that counts the header as 1. Any ancestor may scroll. */
export function useRowWindow(body: RefObject<HTMLTableSectionElement | null>, count: number): RowWindow {
  const isPrinting = usePrinting()
  const isWindowed = count > renderedMax && !isPrinting
  const all = { first: 0, last: Infinity }
  const [range, setRange] = useState<RowRange>(isWindowed ? { first: 0, last: firstRows } : all)
  const [heights] = useState(createRowHeights)
  const [resizes, setResizes] = useState(0)
  const clamped = isWindowed ? clamp(range, count) : { first: 0, last: count }

  function findRange(): RowRange | undefined {
    if (!body.current) return undefined
    const { top, height } = body.current.getBoundingClientRect()
    // A hidden table keeps its rows.
    if (height === 0) return undefined
    const within = (beyond: number) => heights.rowsWithin(-top - beyond, window.innerHeight - top + beyond, count)
    if (covers(clamped, within(nearPixels)) && covers(within(2 * aheadPixels), clamped)) return undefined
    measureRows(body.current, heights)
    return within(aheadPixels)
  }

  const onScroll = useEffectEvent((event: Event) => {
    if (!isWindowed || !(event.target instanceof Node && event.target.contains(body.current))) return
    const next = findRange()
    // In the same frame, so that the view is never empty.
    if (next) flushSync(() => setRange(next))
  })

  const onResize = useEffectEvent(() => {
    if (!isWindowed) return
    heights.forget()
    setResizes(resizes + 1)
    const next = findRange()
    if (next) setRange(next)
  })

  useLayoutEffect(() => {
    const next = isWindowed ? findRange() : all
    if (next && (next.first !== range.first || next.last !== range.last)) setRange(next)
  }, [isWindowed, count])

  useEffect(() => {
    const options = { capture: true, passive: true }
    const scrolled = (event: Event) => onScroll(event)
    document.addEventListener('scroll', scrolled, options)
    return () => document.removeEventListener('scroll', scrolled, options)
  }, [])
  useWidthChange(body, onResize)

  function show(row: number) {
    const first = Math.max(0, Math.floor(row / blockRows) - 2) * blockRows
    flushSync(() => setRange({ first, last: first + firstRows }))
  }

  return { isWindowed, range: clamped, heights, resizes, show }
}

/** Rows wrap differently in another width. */
function useWidthChange(body: RefObject<HTMLElement | null>, onChange: () => void) {
  const changed = useEffectEvent(onChange)
  const last = useRef(0)
  useEffect(() => {
    if (!body.current) return
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0
      // Kept columns may differ from free ones by parts of a pixel.
      if (Math.abs(width - last.current) < 1) return
      if (last.current !== 0) changed()
      last.current = width
    })
    observer.observe(body.current)
    return () => observer.disconnect()
  }, [])
}

function clamp({ first, last }: RowRange, count: number): RowRange {
  const end = Math.min(last, count)
  return { first: first < end ? first : Math.max(0, (Math.ceil(end / blockRows) - 1) * blockRows), last: end }
}

const covers = (known: RowRange, needed: RowRange) => known.first <= needed.first && known.last >= needed.last

function measureRows(body: HTMLTableSectionElement, heights: RowHeights) {
  const found = new Map<number, { rows: number; height: number }>()
  for (const row of body.rows) {
    if (row.ariaRowIndex === null) continue
    const block = Math.floor((Number(row.ariaRowIndex) - 2) / blockRows)
    const { rows, height } = found.get(block) ?? { rows: 0, height: 0 }
    found.set(block, { rows: rows + 1, height: height + row.getBoundingClientRect().height })
  }
  for (const [block, { rows, height }] of found) if (rows === blockRows) heights.measure(block, height)
}
