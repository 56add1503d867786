import type { Edge, Node, NodeChange } from 'reactflow'
import type { FlowNode } from '../../../../src/flow/flow.contract'
import { estimateCard } from './card-estimate'
import { drawnOutputs, handleOf, type FlowContent } from '../drawing/drawing'

/** A node as the canvas draws it. Its position runs ahead of `node` while it is dragged. */
export type Card = Node<{ node: FlowNode }, 'card'>

/** Returns a node's name for screen readers. */
export type NameOf = (node: FlowNode) => string

/** React Flow describes cards and lines in English. */
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

/** Replaces estimated sizes by measured ones. */
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
