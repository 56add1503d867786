import { useReactFlow, type Rect } from 'reactflow'
import { useCallback } from 'react'
import type { FlowNode } from '../../../../src/flow/flow.contract'
import { cardWidthPx, drawnOutputs, handleOf, type FlowContent } from '../drawing/drawing'
import type { FreeOutput, OpenPart } from '../editor-context'
import type { Card } from './flow-cards'
import type { FlowEditorModel, Position } from '../flow-editor-model'
import { useFit } from '../canvas/use-fit'
import { farZoom } from '../canvas/card-text'
import { motionMs } from '../../../ui/layout/use-media'

const gapPx = 80
const rowPx = 160
const zoomMin = 0.7
const showMs = 200

/** Adding nodes at a free place, bringing them into view, and putting all in order. */
export function useNodeActions(model: FlowEditorModel) {
  const { screenToFlowPosition, setCenter, getZoom } = useReactFlow<Card>()
  const fit = useFit()

  const reveal = useCallback(
    async (id: string | undefined) => {
      const card = model.cards.peek().find((one) => one.id === id)
      if (!card) return
      const { x, y } = card.position
      const { width = cardWidthPx, height = rowPx } = card.measured ?? {}
      if (getZoom() >= farZoom && isInView({ x, y, width, height }, screenToFlowPosition)) return focusCard(card.id)
      await setCenter(x + width / 2, y + height / 2, {
        zoom: getZoom() < farZoom ? zoomMin : getZoom(),
        duration: motionMs(showMs),
      })
      focusCard(card.id)
    },
    [model, setCenter, getZoom, screenToFlowPosition],
  )

  const show = useCallback(
    (id: string) => {
      model.select([id])
      return reveal(id)
    },
    [model, reveal],
  )
  const duplicate = useCallback((ids: readonly string[]) => void reveal(model.duplicate(ids)[0]), [model, reveal])
  const paste = useCallback((part: FlowContent) => void reveal(model.paste(part)[0]), [model, reveal])

  const create = useCallback(
    (part: Extract<OpenPart, { part: 'create' }>, data: FlowNode['data']) => {
      const from = part.from ?? freeOutputOfSelected(model)
      const at = part.at ?? placeFor(model, from, () => centreOfCanvas(screenToFlowPosition))
      const id = model.add(part.kind, data, at, part.kind === 'start' ? undefined : from)
      requestAnimationFrame(() => void reveal(id))
      return id
    },
    [model, screenToFlowPosition, reveal],
  )

  const layout = useCallback(async () => {
    const { layOut } = await import('../canvas/lay-out')
    model.setPositions(layOut(model.cards.peek(), model.content.peek().connections))
    requestAnimationFrame(fit)
  }, [model, fit])

  return { show, reveal, create, duplicate, paste, layout }
}

const focusFramesMax = 10

function focusCard(id: string, frames = focusFramesMax) {
  const card = document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`)
  if (card) card.focus({ preventScroll: true })
  else if (frames > 0) requestAnimationFrame(() => focusCard(id, frames - 1))
}

/** A new node follows the selected one, if exactly one is selected and leads nowhere yet. */
export function freeOutputOfSelected(model: FlowEditorModel): FreeOutput | undefined {
  const [node, ...others] = model.selected.peek()
  const { nodes, connections } = model.content.peek()
  const source = others.length > 0 ? undefined : (node ?? (nodes.length === 1 ? nodes[0] : undefined))
  if (!source) return undefined
  const taken = new Set(connections.filter((one) => one.source === source.id).map(handleOf))
  const free = drawnOutputs(source).find(({ handle }) => !taken.has(handle))
  return free && { source: source.id, handle: free.handle }
}

function placeFor(model: FlowEditorModel, from: FreeOutput | undefined, centre: () => Position): Position {
  const source = from && model.cards.peek().find(({ id }) => id === from.source)
  const width = source?.measured?.width ?? cardWidthPx
  let place = source ? { x: source.position.x + width + gapPx, y: source.position.y } : centre()
  const isTaken = () =>
    model.cards.peek().some(({ position: { x, y }, measured }) => {
      const [right, bottom] = [x + (measured?.width ?? cardWidthPx), y + (measured?.height ?? rowPx)]
      return place.x < right && x < place.x + cardWidthPx && place.y < bottom && y < place.y + rowPx
    })
  while (isTaken()) place = { x: place.x, y: place.y + rowPx }
  return place
}

const canvasRect = () => document.querySelector('.flow-canvas')?.getBoundingClientRect() ?? new DOMRect(0, 0, 800, 600)

function isInView({ x, y, width, height }: Rect, toFlow: (position: Position) => Position) {
  const { left, top, right, bottom } = canvasRect()
  const [from, to] = [toFlow({ x: left, y: top }), toFlow({ x: right, y: bottom })]
  return x >= from.x && y >= from.y && x + width <= to.x && y + height <= to.y
}

function centreOfCanvas(toFlow: (position: Position) => Position): Position {
  const { left, top, width, height } = canvasRect()
  const { x, y } = toFlow({ x: left + width / 2, y: top + height / 2 })
  return { x: x - cardWidthPx / 2, y: y - rowPx / 2 }
}
