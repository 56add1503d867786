import { expect, test } from 'bun:test'
import { createRowHeights } from './use-row-window'
import { windowParts } from './use-row-window'

/** `gap 45` and `3-5`, in order. */
function described(parts: ReturnType<typeof windowParts>) {
  const texts: string[] = []
  let start = -1
  parts.forEach((part, at) => {
    if (part.kind === 'gap') return texts.push(`${part.name} ${part.height}`)
    if (start < 0) start = part.index
    const next = parts[at + 1]
    if (next?.kind === 'row') return
    texts.push(start === part.index ? `${start}` : `${start}-${part.index}`)
    start = -1
  })
  return texts
}

test('estimates the height of rows that were never rendered by those that were', () => {
  const heights = createRowHeights()
  expect(heights.offsetOf(100)).toBe(4500)
  heights.measure(0, 400)
  heights.measure(2, 600)
  expect(heights.offsetOf(10)).toBe(400)
  expect(heights.offsetOf(15)).toBe(400 + 250)
  expect(heights.offsetOf(30)).toBe(400 + 500 + 600)
  expect(heights.offsetOf(31)).toBe(1500 + 50)
})

test('finds the blocks within a part of the list, and at least one', () => {
  const heights = createRowHeights()
  heights.measure(0, 450)
  heights.measure(1, 900)
  expect(heights.rowsWithin(-500, 10, 1000)).toEqual({ first: 0, last: 10 })
  expect(heights.rowsWithin(0, 451, 1000)).toEqual({ first: 0, last: 20 })
  expect(heights.rowsWithin(450, 1350, 1000)).toEqual({ first: 10, last: 20 })
  expect(heights.rowsWithin(1349, 1351, 1000)).toEqual({ first: 10, last: 30 })
  expect(heights.rowsWithin(-900, -500, 1000)).toEqual({ first: 0, last: 10 })
  expect(heights.rowsWithin(1e6, 1e7, 1005)).toEqual({ first: 1000, last: 1005 })
})

test('rows outside the range leave gaps of their height', () => {
  const heights = createRowHeights()
  expect(described(windowParts({ first: 0, last: 60 }, 60, undefined, heights))).toEqual(['0-59'])
  expect(described(windowParts({ first: 20, last: 60 }, 100, undefined, heights))).toEqual([
    'start 900',
    '20-59',
    'end 1800',
  ])
})

test('the kept row is rendered wherever it is, once', () => {
  const heights = createRowHeights()
  const parts = (kept: number) => described(windowParts({ first: 20, last: 40 }, 100, kept, heights))
  expect(parts(0)).toEqual(['0', 'middle 855', '20-39', 'end 2700'])
  expect(parts(10)).toEqual(['start 450', '10', 'middle 405', '20-39', 'end 2700'])
  expect(parts(19)).toEqual(['start 855', '19-39', 'end 2700'])
  expect(parts(25)).toEqual(['start 900', '20-39', 'end 2700'])
  expect(parts(99)).toEqual(['start 900', '20-39', 'middle 2655', '99'])
  // It was removed.
  expect(parts(100)).toEqual(['start 900', '20-39', 'end 2700'])
})
