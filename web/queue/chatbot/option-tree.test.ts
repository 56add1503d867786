import { expect, test } from 'bun:test'
import { copyOf, indented, mayAdd, moved, newOption, type OptionValues, pathOf, removed, shifted } from './option-tree'

const option = (key: string, options: OptionValues[] = []): OptionValues => ({
  ...newOption(),
  key,
  name: key,
  options,
})
const shape = (tree: readonly OptionValues[] | undefined): unknown =>
  tree?.map(({ key, options }) => (options.length > 0 ? [key, shape(options)] : key))

const tree = [option('a', [option('a1'), option('a2', [option('a21')])]), option('b'), option('c')]

test('moves options before, after and into others, never below themselves', () => {
  expect(shape(moved(tree, [2], [0], 'before'))).toEqual(['c', ['a', ['a1', ['a2', ['a21']]]], 'b'])
  expect(shape(moved(tree, [0], [1], 'after'))).toEqual(['b', ['a', ['a1', ['a2', ['a21']]]], 'c'])
  expect(shape(moved(tree, [0], [2], 'inside'))).toEqual(['b', ['c', [['a', ['a1', ['a2', ['a21']]]]]]])
  expect(shape(moved(tree, [0, 1, 0], [1], 'before'))).toEqual([['a', ['a1', 'a2']], 'a21', 'b', 'c'])
  expect(moved(tree, [0], [0, 1], 'inside')).toBeUndefined()
  expect(moved(tree, [0], [0], 'after')).toBeUndefined()
})

test('keys move an option within its level, in and out', () => {
  expect(shape(shifted(tree, [1], -1))).toEqual(['b', ['a', ['a1', ['a2', ['a21']]]], 'c'])
  expect(shape(shifted(tree, [1], 1))).toEqual([['a', ['a1', ['a2', ['a21']]]], 'c', 'b'])
  expect([shifted(tree, [0], -1), shifted(tree, [2], 1)]).toEqual([undefined, undefined])
  expect(shape(indented(tree, [1], 1))).toEqual([['a', ['a1', ['a2', ['a21']], 'b']], 'c'])
  expect(shape(indented(tree, [0, 1], -1))).toEqual([['a', ['a1']], ['a2', ['a21']], 'b', 'c'])
  expect([indented(tree, [0], 1), indented(tree, [0], -1)]).toEqual([undefined, undefined])
})

test('copies get new ids; limits levels, options per level and options that leave the menu', () => {
  const [first] = tree
  const copy = copyOf(first as OptionValues)
  expect(pathOf([copy], 'a21')).toBeUndefined()
  expect(shape(removed(tree, [0, 1]))).toEqual([['a', ['a1']], 'b', 'c'])
  let deep = option('8')
  for (let level = 7; level >= 1; level--) deep = option(String(level), [deep])
  expect([mayAdd([deep], Array(7).fill(0)), mayAdd([deep], Array(8).fill(0))]).toEqual([true, false])
  expect(moved([deep, option('x', [option('y')])], [1], Array(7).fill(0), 'inside')).toBeUndefined()
  const thirty = Array.from({ length: 30 }, (_, index) => option(String(index)))
  expect(mayAdd(thirty, [])).toBe(false)
  expect(mayAdd([{ ...option('q'), queueType: 'queue' }], [0])).toBe(false)
  expect(mayAdd([{ ...option('q'), closeTicket: true }], [0])).toBe(false)
})
