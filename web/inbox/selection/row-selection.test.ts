import { expect, test } from 'bun:test'
import { createRowSelection } from '../state/inbox-context'

const listed = [10, 20, 30, 40, 50]

test('selects a range from the last toggled row, in both directions, in addition to the selection', () => {
  const selection = createRowSelection()
  selection.toggle(50)
  selection.toggle(20)
  selection.extendTo(40, listed)
  expect([...selection.ids.value].sort()).toEqual([20, 30, 40, 50])
  selection.extendTo(10, listed)
  expect(selection.ids.value.size).toBe(5)
})

test('without a last toggled row, selects the row alone', () => {
  const selection = createRowSelection()
  selection.extendTo(30, listed)
  expect([...selection.ids.value]).toEqual([30])
  selection.toggle(99)
  selection.extendTo(40, listed)
  expect([...selection.ids.value].sort()).toEqual([30, 40, 99])
})

test('removes rows from the selection when they leave the list', () => {
  const selection = createRowSelection()
  selection.select(listed)
  selection.keep([20, 30])
  expect([...selection.ids.value]).toEqual([20, 30])
  selection.clear()
  expect(selection.isActive.value).toBe(false)
})

test('stays active without rows, until it is cleared or its last rows were processed', () => {
  const selection = createRowSelection()
  selection.begin()
  expect(selection.isActive.value).toBe(true)
  selection.toggle(20)
  selection.toggle(20)
  expect(selection.isActive.value).toBe(true)
  selection.clear()
  expect(selection.isActive.value).toBe(false)
  selection.begin()
  selection.select([])
  expect(selection.isActive.value).toBe(false)
})
