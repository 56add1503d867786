import { expect, test } from 'bun:test'
import { findCircles } from './import-circles'

const graph = (imports: Record<string, string[]>) => new Map(Object.entries(imports))

test('finds no circle in an acyclic graph', () => {
  expect(findCircles(graph({ page: ['list', 'row'], list: ['row'], row: ['outside'] }))).toEqual([])
})

test('reports the shortest path of a circle', () => {
  const circle = findCircles(graph({ page: ['list'], list: ['row', 'model'], row: ['model'], model: ['list'] }))
  expect(circle).toHaveLength(1)
  expect(new Set(circle[0])).toEqual(new Set(['list', 'model']))
  expect(circle[0]?.[0]).toBe(circle[0]?.at(-1) ?? '')
})

test('reports each of several connected circles, and a module that imports itself', () => {
  const circles = findCircles(graph({ a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'], e: ['e'] }))
  expect(circles.map((circle) => [...new Set(circle)].sort().join('')).sort()).toEqual(['ab', 'cd', 'e'])
})
