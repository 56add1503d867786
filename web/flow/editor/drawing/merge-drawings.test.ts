import { expect, test } from 'bun:test'
import { drawFlow, menu, text } from '../../../../src/testing/bot/flows'
import { connectNodes, disconnect, type FlowContent, removeFrom, setNodeData } from './drawing'
import { mergeDrawings } from './merge-drawings'

const base: FlowContent = drawFlow([menu('Escolha', 'Um', 'Dois'), text('A'), text('B')], ['n1.a1 n2', 'n1.a2 n3'])

const label = (content: FlowContent, id: string, words: string) => setNodeData(content, id, { label: words })
const move = (content: FlowContent, id: string, x: number): FlowContent => {
  const nodes = content.nodes.map((node) => (node.id === id ? { ...node, position: { x, y: 7 } } : node))
  return { ...content, nodes }
}
const add = (content: FlowContent, id: string): FlowContent => {
  return {
    ...content,
    nodes: [...content.nodes, { id, type: 'message', position: { x: 0, y: 0 }, data: { label: id } }],
  }
}
const shown = (content: FlowContent | undefined) =>
  content && {
    nodes: content.nodes.map(({ id, data, position }) => [
      id,
      String(data['label'] ?? data['message'] ?? ''),
      position.x,
    ]),
    lines: content.connections.map(({ source, sourceHandle, target }) => `${source} ${sourceHandle} ${target}`).sort(),
  }
const xOf = (id: string) => base.nodes.find((node) => node.id === id)?.position.x ?? Number.NaN

test('takes each block from the side that changed it', () => {
  const mine = add(label(base, 'n2', 'Meu A'), 'meu')
  const theirs = connectNodes(add(label(base, 'n3', 'B deles'), 'deles'), 'n3', 'a', 'deles')
  expect(shown(mergeDrawings(base, mine, theirs))).toEqual({
    nodes: [
      ['n0', '', xOf('n0')],
      ['n1', 'Escolha', xOf('n1')],
      ['n2', 'Meu A', xOf('n2')],
      ['n3', 'B deles', xOf('n3')],
      ['deles', 'deles', 0],
      ['meu', 'meu', 0],
    ],
    lines: ['n0 a n1', 'n1 a1 n2', 'n1 a2 n3', 'n3 a deles'],
  })
  expect(mergeDrawings(base, mine, base)).toEqual({ nodes: mine.nodes, connections: expect.anything() })
  expect(shown(mergeDrawings(base, base, theirs))).toEqual(shown(theirs))
})

test('merges a moved block with another side’s content; a block moved by both keeps the own position', () => {
  const mine = move(move(base, 'n2', 500), 'n3', 600)
  const theirs = label(move(base, 'n3', 900), 'n2', 'Outro A')
  const nodes = shown(mergeDrawings(base, mine, theirs))?.nodes
  expect(nodes?.slice(2)).toEqual([
    ['n2', 'Outro A', 500],
    ['n3', 'B', 600],
  ])
})

test('merges deletions with their connections', () => {
  const mine = removeFrom(base, new Set(['n2']))
  const theirs = label(base, 'n3', 'B deles')
  const merged = shown(mergeDrawings(base, mine, theirs))
  expect(merged?.nodes.map(([id, words]) => `${id} ${words}`)).toEqual(['n0 ', 'n1 Escolha', 'n3 B deles'])
  expect(merged?.lines).toEqual(['n0 a n1', 'n1 a2 n3'])
})

test('merges nothing if both changed a block, or one deleted what the other uses', () => {
  const labelled = label(base, 'n2', 'Meu A')
  expect(mergeDrawings(base, labelled, label(base, 'n2', 'Outro A'))).toBeUndefined()
  expect(mergeDrawings(base, labelled, removeFrom(base, new Set(['n2'])))).toBeUndefined()
  // Connections belong to the block at their start.
  expect(mergeDrawings(base, disconnect(base, 'n1', 'a1'), connectNodes(base, 'n1', 'a2', 'n2'))).toBeUndefined()
  const leading = connectNodes(base, 'n3', 'a', 'n2')
  expect(mergeDrawings(base, leading, removeFrom(base, new Set(['n2'])))).toBeUndefined()
  expect(shown(mergeDrawings(base, labelled, labelled))).toEqual(shown(labelled))
})
