import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-react'
import { applyNodeChanges, type EdgeChange, type NodeChange } from 'reactflow'
import type { FlowContent } from '../drawing/drawing'
import { cardsOf, linesOf, withMeasured, type Card, type NameOf } from '../node/flow-cards'

/** What the canvas draws of the content: cards and lines, with their measures, dragged positions and selection. */
export function createCanvas(content: ReadonlySignal<FlowContent>, nameOf: NameOf) {
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
    /** Draws the changed content. */
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
