import { useSignals } from '@preact/signals-react/runtime'
import { getBezierPath, Position, useStoreApi, ViewportPortal, type Edge, type InternalNode } from 'reactflow'
import { useRef } from 'react'
import { useFlowEditor } from '../editor-context'
import type { Card } from '../node/flow-cards'

interface DrawnLine {
  source: Card
  target: Card
  path: string
}

/** One drawing: hundreds of elements that follow every move would be slow. Dragged ones are apart. */
export function FarLines() {
  useSignals()
  const { model } = useFlowEditor()
  const { nodeLookup } = useStoreApi<Card>().getState()
  const drawn = useRef(new Map<string, DrawnLine>())
  const cards = new Map(model.cards.value.map((card) => [card.id, card]))
  const paths = { still: '', moving: '', selected: '' }

  for (const line of model.lines.value) {
    const [source, target] = [cards.get(line.source), cards.get(line.target)]
    if (!source || !target) continue
    let known = drawn.current.get(line.id)
    if (known?.source !== source || known.target !== target) {
      const path = pathOf(line, source, target, nodeLookup.get(source.id), nodeLookup.get(target.id))
      drawn.current.set(line.id, (known = { source, target, path }))
    }
    const kind = line.selected ? 'selected' : source.dragging || target.dragging ? 'moving' : 'still'
    paths[kind] += known.path
  }

  return (
    <ViewportPortal>
      <svg className="flow-far-lines" aria-hidden>
        <path d={paths.still} />
        <path d={paths.moving} />
        <path d={paths.selected} data-selected />
      </svg>
    </ViewportPortal>
  )
}

type Measured = InternalNode<Card> | undefined

function pathOf({ sourceHandle }: Edge, source: Card, target: Card, from: Measured, to: Measured) {
  const output = from?.internals.handleBounds?.source?.find(({ id }) => id === sourceHandle)
  const input = to?.internals.handleBounds?.target?.[0]
  const [path] = getBezierPath({
    sourceX: source.position.x + (source.measured?.width ?? 0),
    sourceY: source.position.y + middleOf(output, source),
    sourcePosition: Position.Right,
    targetX: target.position.x,
    targetY: target.position.y + middleOf(input, target),
    targetPosition: Position.Left,
  })
  return path
}

function middleOf(handle: { y: number; height: number } | undefined, card: Card) {
  return handle ? handle.y + handle.height / 2 : (card.measured?.height ?? 0) / 2
}
