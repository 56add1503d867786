import { type Edge, type Node, type NodeChange, Position, type NodeHandle } from 'reactflow'
import type { FlowNode } from '../../../../src/flow/flow.contract'
import { drawnOutputs, handleOf, type FlowContent, cardWidthPx } from '../drawing/drawing'
import { textOf } from '../../../../src/kernel/untyped-json.contract'
import { type DrawnElement, elementsOf } from './node-summary'

/** A node as the canvas draws it. Its position runs ahead of `node` while it is dragged. */
export type Card = Node<{ node: FlowNode }, 'card'>

export type NameOf = (node: FlowNode) => string

const domAttributes = { 'aria-roledescription': undefined }
/** The canvas is one stop of Tab, since not all cards are rendered: arrows go from card to card. */
const cardAttributes = { ...domAttributes, tabIndex: -1 }

/** Cards of nodes that did not change stay the same, so that only changed ones are drawn again. */
export function cardsOf({ nodes }: FlowContent, before: readonly Card[], nameOf: NameOf): Card[] {
  const known = new Map(before.map((card) => [card.id, card]))
  return nodes.map((node) => {
    const card = known.get(node.id)
    if (card?.data.node === node && card.position === node.position) return card
    const data = card?.data.node === node ? card.data : { node }
    const isMeasured = card && !card.handles
    return {
      ...card,
      ...(isMeasured ? {} : estimateCard(node)),
      id: node.id,
      type: 'card' as const,
      position: node.position,
      data,
      ariaLabel: nameOf(node),
      domAttributes: cardAttributes,
    }
  })
}

export function withMeasured(cards: Card[], changes: readonly NodeChange<Card>[]): Card[] {
  const measured = new Set(changes.flatMap((change) => (change.type === 'dimensions' ? [change.id] : [])))
  if (measured.size === 0) return cards
  return cards.map((card) => {
    if (!measured.has(card.id) || !card.handles) return card
    const { handles: _, ...known } = card
    return known
  })
}

/** Connections of ways out that a node does not have, and of nodes that are missing, are kept but cannot be drawn. */
export function linesOf({ nodes, connections }: FlowContent, selected: ReadonlySet<string>, nameOf: NameOf): Edge[] {
  const names = new Map(nodes.map((node) => [node.id, nameOf(node)]))
  const outputs = new Map(nodes.map((node) => [node.id, new Set(drawnOutputs(node).map(({ handle }) => handle))]))
  return connections.flatMap((one): Edge[] => {
    const sourceHandle = handleOf(one)
    if (!outputs.get(one.source)?.has(sourceHandle) || !outputs.has(one.target)) return []
    const { id, source, target } = one
    const ariaLabel = `${names.get(source)} → ${names.get(target)}`
    return [{ id, source, target, sourceHandle, type: 'line', selected: selected.has(id), ariaLabel, domAttributes }]
  })
}

const startWidthPx = 200
const headPx = 42
const linePx = 18
const outputPx = 30
const handlePx = 12
const lineCharacters = 36

/** Otherwise the canvas would render all cards of a large flow. A right estimate changes nothing. */
function estimateCard(node: FlowNode) {
  const width = node.type === 'start' ? startWidthPx : cardWidthPx
  const outputs = drawnOutputs(node)
  const hasOneOutput = outputs.length === 1 && outputs[0]?.kind === 'next'
  const bodyPx = headPx + bodyHeight(node)
  const rows = hasOneOutput ? 0 : outputs.length
  const height = bodyPx + (rows > 0 ? rows * outputPx + 9 : 0)
  const handle = (type: 'source' | 'target', centreY: number, id: string | null = null): NodeHandle => ({
    type,
    id,
    width: handlePx,
    height: handlePx,
    position: type === 'source' ? Position.Right : Position.Left,
    x: (type === 'source' ? width : 0) - handlePx / 2,
    y: centreY - handlePx / 2,
  })
  const sources = outputs.map((output, index) =>
    handle('source', hasOneOutput ? height / 2 : bodyPx + 5 + (index + 0.5) * outputPx, output.handle),
  )
  const targets = node.type === 'start' ? [] : [handle('target', height / 2)]
  return { measured: { width, height }, handles: [...targets, ...sources] }
}

function bodyHeight({ type, data }: FlowNode): number {
  const linesOf = (text: string, limit: number) => Math.min(limit, Math.max(1, Math.ceil(text.length / lineCharacters)))
  const paddingPx = 12
  if (type === 'message') return paddingPx + linesOf(textOf(data['label']), 4) * linePx
  if (type === 'menu') return paddingPx + linesOf(textOf(data['message']), 4) * linePx
  if (type === 'img') return paddingPx + 96
  if (type !== 'singleBlock') return paddingPx + linePx + 6
  const elements = elementsOf(data).slice(0, 5)
  const heightOf = ({ type: kind, value, question }: DrawnElement) => {
    if (kind === 'img') return 102
    return 18 + linesOf(value, 3) * linePx + (question.text.trim() === '' ? 0 : linesOf(question.text, 3) * linePx)
  }
  return paddingPx + elements.reduce((sum, one) => sum + heightOf(one), 0)
}
