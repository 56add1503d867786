import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-react'
import { applyNodeChanges, type Edge, type EdgeChange, type Node, type NodeChange } from 'reactflow'
import type { FlowNode } from '../../../src/flow/flow.contract'
import { estimateCard } from './card-estimate'
import {
  addCopies,
  connectNodes,
  disconnect,
  handleOf,
  newId,
  drawnOutputs,
  partOf,
  removeFrom,
  setNodeData,
  type FlowContent,
} from './drawing'
import { createHistory } from './flow-history'

/** A node as the canvas draws it. Its position runs ahead of `node` while it is dragged. */
export type Card = Node<{ node: FlowNode }, 'card'>

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
  /** Takes over the positions of dragged cards. */
  endDrag(): void
  select(ids: readonly string[]): void
  /** Adds a node and selects it. Returns its id. */
  add(type: string, data: FlowNode['data'], position: Position, from?: { source: string; handle: string }): string
  setData(id: string, data: FlowNode['data'], handles?: ReadonlyMap<string, string>): void
  connect(source: string, handle: string, target: string): void
  disconnect(source: string, handle: string): void
  /** Removes the selected nodes and connections. Returns whether there was any to remove. */
  removeSelected(): boolean
  remove(id: string): void
  /** Returns the ids of the copies and selects them. */
  duplicate(ids: readonly string[]): readonly string[]
  /** Moves the selected nodes; moves in a row are undone at once. */
  moveSelected(by: Position): void
  /** The selected nodes with their connections, to be pasted. */
  copySelected(): FlowContent
  /** Returns the ids of the pasted nodes. */
  paste(part: FlowContent): readonly string[]
  setPositions(positions: ReadonlyMap<string, Position>): void
  replace(content: FlowContent): void
  undo(): void
  redo(): void
  /** Call it after this content was saved. */
  setSaved(content: FlowContent): void
}

/** Returns a node's name for screen readers. */
type NameOf = (node: FlowNode) => string

export function createFlowEditor(first: FlowContent, nameOf: NameOf = ({ type }) => type): FlowEditorModel {
  const content = signal<FlowContent>(first)
  const cards = signal<Card[]>(cardsOf(first, [], nameOf))
  const selectedLines = signal<ReadonlySet<string>>(new Set())
  const savedKey = signal(keyOf(first))
  const history = createHistory<FlowContent>()
  const steps = signal(0)
  const read = <Value>(value: () => Value) => computed(() => (steps.value, value()))

  const lines = computed(() => linesOf(content.value, selectedLines.value))
  const selected = computed(() => cards.value.filter((card) => card.selected).map(({ data }) => data.node))

  function show(next: FlowContent) {
    batch(() => {
      content.value = next
      cards.value = cardsOf(next, cards.peek(), nameOf)
      steps.value++
    })
  }

  function commit(next: FlowContent, key?: string) {
    if (next === content.peek()) return
    history.note(content.peek(), key)
    show(next)
  }

  function select(ids: readonly string[]) {
    const wanted = new Set(ids)
    batch(() => {
      selectedLines.value = new Set()
      cards.value = cards
        .peek()
        .map((card) =>
          (card.selected ?? false) === wanted.has(card.id) ? card : { ...card, selected: wanted.has(card.id) },
        )
    })
  }

  const selectedIds = () => new Set(selected.peek().map(({ id }) => id))

  function place(positionOf: (card: Card) => Position, key?: string) {
    const at = new Map(cards.peek().map((card) => [card.id, positionOf(card)]))
    const nodes = content.peek().nodes.map((node) => {
      const position = rounded(at.get(node.id) ?? node.position)
      return position.x === node.position.x && position.y === node.position.y ? node : { ...node, position }
    })
    if (nodes.some((node, index) => node !== content.peek().nodes[index])) commit({ ...content.peek(), nodes }, key)
  }

  function addPart(part: FlowContent) {
    if (part.nodes.length === 0) return []
    const { ids, ...next } = addCopies(content.peek(), part)
    commit(next)
    select(ids)
    return ids
  }

  return {
    content,
    cards,
    lines,
    selected,
    select,
    dirty: computed(() => keyOf(content.value) !== savedKey.value),
    canUndo: read(history.canUndo),
    canRedo: read(history.canRedo),
    findNode: (id) => content.peek().nodes.find((node) => node.id === id),
    changeCards(changes) {
      const kept = changes.filter(({ type }) => type !== 'remove')
      cards.value = withMeasured(applyNodeChanges(kept, cards.peek()), kept)
    },
    changeLines(changes) {
      const next = new Set(selectedLines.peek())
      for (const change of changes) {
        if (change.type !== 'select') continue
        if (change.selected) next.add(change.id)
        else next.delete(change.id)
      }
      selectedLines.value = next
    },
    endDrag: () => place(({ position }) => position),
    add(type, data, position, from) {
      const node: FlowNode = { id: newId(), type, data, position: rounded(position) }
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
      const moved = (card: Card) =>
        ids.has(card.id) ? { x: card.position.x + by.x, y: card.position.y + by.y } : card.position
      if (ids.size > 0) place(moved, `move ${[...ids].join()}`)
    },
    copySelected: () => partOf(content.peek(), selectedIds()),
    paste: addPart,
    setPositions: (positions) => place((card) => positions.get(card.id) ?? card.position),
    replace: commit,
    undo() {
      const before = history.undo(content.peek())
      if (before) show(before)
    },
    redo() {
      const next = history.redo(content.peek())
      if (next) show(next)
    },
    setSaved: (saved) => void (savedKey.value = keyOf(saved)),
  }
}

/** Cards of nodes that did not change stay the same, so that only changed ones are drawn again. */
function cardsOf({ nodes }: FlowContent, before: readonly Card[], nameOf: NameOf): Card[] {
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
    }
  })
}

/** Replaces estimated sizes by measured ones. */
function withMeasured(cards: Card[], changes: readonly NodeChange<Card>[]): Card[] {
  const measured = new Set(changes.flatMap((change) => (change.type === 'dimensions' ? [change.id] : [])))
  if (measured.size === 0) return cards
  return cards.map((card) => {
    if (!measured.has(card.id) || !card.handles) return card
    const { handles: _, ...known } = card
    return known
  })
}

/** Connections of ways out that a node does not have, and of nodes that are missing, are kept but cannot be drawn. */
function linesOf({ nodes, connections }: FlowContent, selected: ReadonlySet<string>): Edge[] {
  const outputs = new Map(nodes.map((node) => [node.id, new Set(drawnOutputs(node).map(({ handle }) => handle))]))
  return connections.flatMap((one): Edge[] => {
    const sourceHandle = handleOf(one)
    if (!outputs.get(one.source)?.has(sourceHandle) || !outputs.has(one.target)) return []
    const { id, source, target } = one
    return [{ id, source, target, sourceHandle, type: 'line', selected: selected.has(id) }]
  })
}

const rounded = ({ x, y }: Position) => ({ x: Math.round(x), y: Math.round(y) })

/** Returns the content to save as text; equal texts need no saving. */
export function keyOf({ nodes, connections }: FlowContent) {
  return JSON.stringify([
    nodes.map(({ id, type, position, data }) => [id, type, position.x, position.y, data]),
    connections.map(({ id, source, target, sourceHandle }) => [id, source, target, sourceHandle ?? null]),
  ])
}
