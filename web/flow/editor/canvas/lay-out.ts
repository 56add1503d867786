import { Graph, layout } from '@dagrejs/dagre'
import type { FlowConnection } from '../../../../src/flow/flow.contract'
import { cardWidthPx } from '../drawing/drawing'
import type { Card } from '../node/flow-cards'
import type { Position } from '../flow-editor-model'

const heightPx = 140

export function layOut(cards: readonly Card[], connections: readonly FlowConnection[]): Map<string, Position> {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: 40, ranksep: 96 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id, measured } of cards) {
    graph.setNode(id, { width: measured?.width ?? cardWidthPx, height: measured?.height ?? heightPx })
  }
  for (const { source, target } of connections) {
    if (graph.hasNode(source) && graph.hasNode(target)) graph.setEdge(source, target)
  }
  layout(graph)
  return new Map(
    cards.map(({ id }) => {
      const { x, y, width, height } = graph.node(id)
      return [id, { x: x - width / 2, y: y - height / 2 }]
    }),
  )
}
