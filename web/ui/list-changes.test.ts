import { expect, test } from 'bun:test'
import { listChanges } from './list-changes'

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
