import { expect, test } from 'bun:test'
import { block, drawFlow, menu, text } from '../../../../src/testing/bot/flows'
import { nodeBeside, runOrder, type Step } from './run-order'

/** n1 is a menu with the ways n2 → n4 and n3 → n4; nothing leads to n5; n6 and n7 lead to each other. */
const flow = drawFlow(
  [menu('Escolha', 'Um', 'Dois'), text('Um'), text('Dois'), text('Fim'), block(), text('Ida'), text('Volta')],
  ['n1.a1 n2', 'n1.a2 n3', 'n2 n4', 'n3 n4', 'n6 n7', 'n7 n6'],
)
const step = (from: string, ...[way, cameFrom]: [Step, string?]) => nodeBeside(flow, from, way, cameFrom)

test('lists every block once, each way to its end, and last those that nothing leads to', () => {
  expect(runOrder(flow).map(({ id }) => id)).toEqual(['n0', 'n1', 'n2', 'n4', 'n3', 'n5', 'n6', 'n7'])
})

test('steps along the connections, to the branch beside, and back to where one came from', () => {
  expect([step('n0', 'next'), step('n1', 'next'), step('n4', 'next')]).toEqual(['n1', 'n2', undefined])
  expect([step('n2', 'down'), step('n3', 'up')]).toEqual(['n3', 'n2'])
  expect([step('n4', 'back'), step('n4', 'back', 'n3'), step('n0', 'back')]).toEqual(['n2', 'n3', undefined])
})

test('reaches blocks without a connection, beyond the last branch', () => {
  expect([step('n3', 'down'), step('n5', 'up'), step('n5', 'down')]).toEqual(['n5', 'n3', 'n6'])
  expect([step('n7', 'down'), step('n2', 'first'), step('n2', 'last'), step('gone', 'next')]).toEqual([
    undefined,
    'n0',
    'n7',
    'n0',
  ])
})
