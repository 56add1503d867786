import { expect, test } from 'bun:test'
import { drawFlow, menu, text } from '../../../../src/testing/bot/flows'
import { addCopies, connectNodes, drawnOutputs, partOf, removeFrom, setNodeData } from './drawing'
import { createFlowEditor } from '../flow-editor-model'

const flow = () =>
  drawFlow([menu('Escolha', 'Um', 'Dois', 'Três'), text('A'), text('B')], ['n1.a1 n2', 'n1.a2 n3', 'n1.a3 n2'])
const lines = ({
  connections,
}: {
  connections: readonly { source: string; sourceHandle?: string | null | undefined; target: string }[]
}) => connections.map(({ source, sourceHandle, target }) => `${source} ${sourceHandle} ${target}`).sort()

test('connections follow renumbered menu options', () => {
  const data = menu('Escolha', 'Três', 'Um')[1] ?? {}
  const handles = new Map([
    ['a3', 'a1'],
    ['a1', 'a2'],
  ])
  expect(lines(setNodeData(flow(), 'n1', data, handles))).toEqual(['n0 a n1', 'n1 a1 n2', 'n1 a2 n2'])
})

test('an output has one connection, and an agent has none', () => {
  expect(lines(connectNodes(flow(), 'n1', 'a1', 'n3'))).toEqual(['n0 a n1', 'n1 a1 n3', 'n1 a2 n3', 'n1 a3 n2'])
  expect(drawnOutputs({ type: 'agent', data: {} })).toEqual([])
  expect(
    drawnOutputs({ type: 'randomizer', data: { percent: 70 } }).map((output) => 'percent' in output && output.percent),
  ).toEqual([70, 30])
})

test('deleting nodes deletes their connections; the last start stays', () => {
  const { nodes, connections } = removeFrom(flow(), new Set(['n0', 'n2']))
  expect([nodes.map(({ id }) => id), lines({ connections })]).toEqual([
    ['n0', 'n1', 'n3'],
    ['n0 a n1', 'n1 a2 n3'],
  ])
  const start = { id: 'other', type: 'start', position: { x: 0, y: 0 }, data: {} }
  const two = { ...flow(), nodes: [...flow().nodes, start] }
  expect(removeFrom(two, new Set(['n0'])).nodes.map(({ id }) => id)).toEqual(['n1', 'n2', 'n3', 'other'])
})

test('copies get new ids, keep connections among them, and are placed right of the furthest node', () => {
  const before = flow()
  const { ids, nodes, connections } = addCopies(before, partOf(before, new Set(['n0', 'n1', 'n2'])))
  const copies = nodes.filter(({ id }) => ids.includes(id))
  expect([copies.map(({ type }) => type), connections.length - before.connections.length]).toEqual([
    ['menu', 'message'],
    2,
  ])
  const furthest = Math.max(...before.nodes.map(({ position }) => position.x))
  expect(Math.min(...copies.map(({ position }) => position.x))).toBeGreaterThan(furthest)
})

test('undoes a hundred changes, consecutive moves at once; a saved flow is not dirty', () => {
  const editor = createFlowEditor(flow())
  for (let count = 0; count < 120; count++) editor.setData('n2', { label: `Texto ${count}` })
  const label = () => editor.findNode('n2')?.data['label']
  let undone = 0
  for (; editor.canUndo.value; undone++) editor.undo()
  expect([undone, label(), editor.dirty.value]).toEqual([100, 'Texto 19', true])
  editor.redo()
  expect(label()).toBe('Texto 20')
  editor.setSaved(editor.content.value)
  expect(editor.dirty.value).toBe(false)

  editor.select(['n2'])
  for (let step = 0; step < 5; step++) editor.moveSelected({ x: 8, y: 0 })
  const moved = editor.findNode('n2')?.position.x ?? 0
  editor.undo()
  expect([moved - (editor.findNode('n2')?.position.x ?? 0), editor.dirty.value]).toEqual([40, false])
})
