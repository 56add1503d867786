import { expect, test } from 'bun:test'
import { block, type DrawnNode, drawFlow, menu, text } from '../../testing/bot/flows'
import { findFlowProblems } from './flow-problems.contract'

const found = (nodes: readonly DrawnNode[], edges?: readonly string[]) =>
  findFlowProblems(drawFlow(nodes, edges)).map(({ level, code, nodeId, field }) =>
    [level, code, nodeId, field].filter((part) => part !== undefined).join(' '),
  )

test('reports nothing for a flow that can run, wherever it ends', () => {
  expect(found([text('Olá'), menu('Escolha', 'Um', 'Dois'), text('Um')], ['n1 n2', 'n2.a1 n3', 'n2.a2 n1'])).toEqual([])
  expect(found([['agent', { id: 1, name: 'Bia' }]])).toEqual([])
})

test('reports unreachable blocks and unconnected outputs', () => {
  expect(found([menu('Escolha', 'Um', 'Dois'), text('Solto')], [])).toEqual([
    'warning unreachable n2',
    'warning openOutput n1 a1',
    'warning openOutput n1 a2',
  ])
  expect(found([['condition', { key: 'a', condition: 1, value: 'b' }]])).toHaveLength(2)
})

test('reports a loop only if nothing in it waits for the contact', () => {
  expect(found([text('A'), text('B')], ['n1 n2', 'n2 n1'])).toEqual(['warning endlessLoop n1'])
  expect(found([text('A'), block(['input', 'nome'])], ['n1 n2', 'n2 n1'])).toEqual([])
  expect(found([text('A'), ['interval', { sec: 5 }]], ['n1 n2', 'n2 n1'])).toEqual(['warning endlessLoop n1'])
})

test('reports connections from removed options and blocks of other systems', () => {
  expect(found([menu('Escolha', 'Um'), text('A')], ['n1.a1 n2', 'n1.a7 n2'])).toEqual(['warning lostOutput n1 a7'])
  expect(found([['webhook', { url: 'x' }]])).toEqual(['warning unknownType n1'])
})
