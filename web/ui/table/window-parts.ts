import type { RowHeights, RowRange } from './row-heights'

type WindowPart = { kind: 'row'; index: number } | { kind: 'gap'; name: string; height: number }

/**
 * Returns the rendered rows of a table in order, with gaps in place of the others. The row `kept`, if any, is rendered
 * even outside of the range.
 */
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
