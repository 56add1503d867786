import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { usePrinting } from '../layout/use-printing'

const blockRows = 10

interface RowRange {
  first: number
  last: number
}

const firstEstimate = 45

type RowHeights = ReturnType<typeof createRowHeights>

export function createRowHeights() {
  let measured: (number | undefined)[] = []
  let average = firstEstimate

  const heightOf = (block: number) => measured[block] ?? average * blockRows

  return {
    measure(block: number, height: number) {
      measured[block] = height
      const known = measured.filter((value) => value !== undefined)
      average = known.reduce((sum, value) => sum + value, 0) / (known.length * blockRows)
    },
    /** For rows that have other heights now. Their average remains the estimate. */
    forget() {
      measured = []
    },
    offsetOf(row: number) {
      const block = Math.floor(row / blockRows)
      let offset = ((row % blockRows) * heightOf(block)) / blockRows
      for (let before = 0; before < block; before++) offset += heightOf(before)
      return offset
    },
    /** Returns the blocks within two distances from the first row; at least one. */
    rowsWithin(from: number, to: number, count: number): RowRange {
      const blocks = Math.ceil(count / blockRows)
      let [first, top] = [0, 0]
      while (first < blocks - 1 && top + heightOf(first) <= from) top += heightOf(first++)
      let last = first
      while (last < blocks && (top < to || last === first)) top += heightOf(last++)
      return { first: first * blockRows, last: Math.min(last * blockRows, count) }
    },
  }
}

type WindowPart = { kind: 'row'; index: number } | { kind: 'gap'; name: string; height: number }

/** The rendered rows in order, with gaps in place of the others. The row `kept` is rendered even outside of the range. */
export function windowParts(
  { first, last }: RowRange,
  count: number,
  kept: number | undefined,
  heights: RowHeights,
): WindowPart[] {
  const ranges = [{ first, last }]
  if (kept !== undefined && kept < first) ranges.unshift({ first: kept, last: kept + 1 })
  if (kept !== undefined && kept >= last && kept < count) ranges.push({ first: kept, last: kept + 1 })
  const parts: WindowPart[] = []
  let from = 0
  const addGap = (to: number) => {
    const height = heights.offsetOf(to) - heights.offsetOf(from)
    // The names tell React which gap is which when the kept row comes or goes.
    if (to > from) parts.push({ kind: 'gap', name: from === 0 ? 'start' : to === count ? 'end' : 'middle', height })
  }
  for (const range of ranges) {
    addGap(range.first)
    for (let index = range.first; index < range.last; index++) parts.push({ kind: 'row', index })
    from = range.last
  }
  addGap(count)
  return parts
}

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
