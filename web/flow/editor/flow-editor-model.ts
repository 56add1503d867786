import { type ReadonlySignal, batch, computed, signal } from '@preact/signals-react'
import { type Edge, type EdgeChange, type NodeChange, applyNodeChanges } from 'reactflow'
import type { FlowNode } from '../../../src/flow/flow.contract'
import { randomId } from '../../ui/text/random-id'
import {
  addCopies,
  connectNodes,
  disconnect,
  partOf,
  removeFrom,
  setNodeData,
  type FlowContent,
} from './drawing/drawing'
import { type Card, type NameOf, cardsOf, linesOf, withMeasured } from './node/flow-cards'
import { createFlowDocument } from './drawing/flow-document'

export interface Position {
  x: number
  y: number
}

export interface FlowEditorModel {
  readonly content: ReadonlySignal<FlowContent>
  readonly cards: ReadonlySignal<Card[]>
  readonly lines: ReadonlySignal<Edge[]>
  readonly selected: ReadonlySignal<readonly FlowNode[]>
  readonly dirty: ReadonlySignal<boolean>
  readonly canUndo: ReadonlySignal<boolean>
  readonly canRedo: ReadonlySignal<boolean>
  findNode(id: string): FlowNode | undefined
  changeCards(changes: NodeChange<Card>[]): void
  changeLines(changes: EdgeChange[]): void
  endDrag(): void
  select(ids: readonly string[]): void
  add(type: string, data: FlowNode['data'], position: Position, from?: { source: string; handle: string }): string
  setData(id: string, data: FlowNode['data'], handles?: ReadonlyMap<string, string>): void
  connect(source: string, handle: string, target: string): void
  disconnect(source: string, handle: string): void
  removeSelected(): boolean
  remove(id: string): void
  duplicate(ids: readonly string[]): readonly string[]
  /** Moves the selected nodes; moves in a row are undone at once. */
  moveSelected(by: Position): void
  copySelected(): FlowContent
  paste(part: FlowContent): readonly string[]
  setPositions(positions: ReadonlyMap<string, Position>): void
  replace(content: FlowContent): void
  undo(): void
  redo(): void
  setSaved(content: FlowContent): void
}

export function createFlowEditor(first: FlowContent, nameOf: NameOf = ({ type }) => type): FlowEditorModel {
  const { content, commit, ...history } = createFlowDocument(first, () => canvas.update())
  const canvas = createCanvas(content, nameOf)
  const { cards, lines, selected, selectedIds, selectedLines, select, changeCards, changeLines } = canvas

  function place(positionOf: (card: Card) => Position, key?: string) {
    const next = withPositions(content.peek(), new Map(cards.peek().map((card) => [card.id, positionOf(card)])))
    if (next) commit(next, key)
  }

  function addPart(part: FlowContent) {
    if (part.nodes.length === 0) return []
    const { ids, ...next } = addCopies(content.peek(), part)
    commit(next)
    select(ids)
    return ids
  }

  return {
    ...history,
    content,
    cards,
    lines,
    selected,
    select,
    changeCards,
    changeLines,
    findNode: (id) => content.peek().nodes.find((node) => node.id === id),
    endDrag: () => place(({ position }) => position),
    add(type, data, position, from) {
      const node: FlowNode = { id: randomId(), type, data, position: rounded(position) }
      const grown = { ...content.peek(), nodes: [...content.peek().nodes, node] }
      commit(from ? connectNodes(grown, from.source, from.handle, node.id) : grown)
      select([node.id])
      return node.id
    },
    setData: (id, data, handles) => commit(setNodeData(content.peek(), id, data, handles)),
    connect: (source, handle, target) => commit(connectNodes(content.peek(), source, handle, target)),
    disconnect: (source, handle) => commit(disconnect(content.peek(), source, handle)),
    removeSelected() {
      const next = removeFrom(content.peek(), selectedIds(), selectedLines.peek())
      const { nodes, connections } = content.peek()
      if (next.nodes.length === nodes.length && next.connections.length === connections.length) return false
      commit(next)
      selectedLines.value = new Set()
      return true
    },
    remove: (id) => commit(removeFrom(content.peek(), new Set([id]))),
    duplicate: (ids) => addPart(partOf(content.peek(), new Set(ids))),
    moveSelected(by) {
      const ids = selectedIds()
      if (ids.size > 0)
        place((card) => (ids.has(card.id) ? shifted(card, by) : card.position), `move ${[...ids].join()}`)
    },
    copySelected: () => partOf(content.peek(), selectedIds()),
    paste: addPart,
    setPositions: (positions) => place((card) => positions.get(card.id) ?? card.position),
    replace: commit,
  }
}

/** Returns undefined when no node moves. */
function withPositions(content: FlowContent, positions: ReadonlyMap<string, Position>): FlowContent | undefined {
  const nodes = content.nodes.map((node) => {
    const position = rounded(positions.get(node.id) ?? node.position)
    return position.x === node.position.x && position.y === node.position.y ? node : { ...node, position }
  })
  return nodes.some((node, index) => node !== content.nodes[index]) ? { ...content, nodes } : undefined
}

const shifted = ({ position: { x, y } }: Card, by: Position) => ({ x: x + by.x, y: y + by.y })

const rounded = ({ x, y }: Position) => ({ x: Math.round(x), y: Math.round(y) })

/** What the canvas draws of the content: cards and lines, with their measures, dragged positions and selection. */
function createCanvas(content: ReadonlySignal<FlowContent>, nameOf: NameOf) {
  const cards = signal<Card[]>(cardsOf(content.peek(), [], nameOf))
  const selectedLines = signal<ReadonlySet<string>>(new Set())
  const lines = computed(() => linesOf(content.value, selectedLines.value, nameOf))
  const selected = computed(() => cards.value.filter((card) => card.selected).map(({ data }) => data.node))

  return {
    cards,
    lines,
    selected,
    selectedLines,
    selectedIds: () => new Set(selected.peek().map(({ id }) => id)),
    update: () => void (cards.value = cardsOf(content.peek(), cards.peek(), nameOf)),
    select(ids: readonly string[]) {
      const wanted = new Set(ids)
      batch(() => {
        selectedLines.value = new Set()
        cards.value = cards
          .peek()
          .map((card) =>
            (card.selected ?? false) === wanted.has(card.id) ? card : { ...card, selected: wanted.has(card.id) },
          )
      })
    },
    changeCards(changes: NodeChange<Card>[]) {
      const kept = changes.filter(({ type }) => type !== 'remove')
      cards.value = withMeasured(applyNodeChanges(kept, cards.peek()), kept)
    },
    changeLines(changes: EdgeChange[]) {
      const next = new Set(selectedLines.peek())
      for (const change of changes) {
        if (change.type !== 'select') continue
        if (change.selected) next.add(change.id)
        else next.delete(change.id)
      }
      selectedLines.value = next
    },
  }
}
