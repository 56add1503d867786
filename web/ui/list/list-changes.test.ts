import { expect, test } from 'bun:test'
import { listChanges, movedIds } from './list-changes'

test('names what was added, changed and removed, whatever the order', () => {
  const item = (id: string, content = id) => ({ id, content })
  const of = {
    id: ({ id }: { id: string }) => id,
    name: ({ id }: { id: string }) => id.toUpperCase(),
    content: ({ content }: { content: string }) => content,
  }
  const before = [item('a'), item('b'), item('c')]
  expect(listChanges(before, [item('c'), item('a', 'other'), item('d')], of)).toEqual([
    { id: 'a', kind: 'changed', name: 'A' },
    { id: 'd', kind: 'added', name: 'D' },
    { id: 'b', kind: 'removed', name: 'B' },
  ])
  expect(listChanges(before, before.toReversed(), of)).toEqual([])
})

test('names what only moved, after the rest', () => {
  const item = (id: string, place: number, content = id) => ({ id, place, content })
  type Placed = ReturnType<typeof item>
  const of = {
    id: ({ id }: Placed) => id,
    name: ({ id }: Placed) => id,
    content: ({ content }: Placed) => content,
    isMoved: (was: Placed, is: Placed) => was.place !== is.place,
  }
  const before = [item('a', 1), item('b', 2), item('c', 3), item('d', 4)]
  expect(listChanges(before, [item('a', 9), item('b', 9, 'other'), item('c', 3)], of)).toEqual([
    { id: 'b', kind: 'changed', name: 'b' },
    { id: 'd', kind: 'removed', name: 'd' },
    { id: 'a', kind: 'moved', name: 'a' },
  ])
})

test('explains another order by the fewest moves', () => {
  expect(movedIds([1, 2, 3, 4], [4, 1, 2, 3])).toEqual(new Set([4]))
  expect(movedIds([1, 2, 3, 4], [2, 9, 1, 4])).toEqual(new Set([1]))
  expect(movedIds([1, 2, 3], [0, 1, 2, 3])).toEqual(new Set())
  expect(movedIds([], [1])).toEqual(new Set())
})
