export const blockRows = 10

export interface RowRange {
  first: number
  last: number
}

const firstEstimate = 45

export type RowHeights = ReturnType<typeof createRowHeights>

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
