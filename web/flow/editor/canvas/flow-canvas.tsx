import { useSignals } from '@preact/signals-react/runtime'
import {
  Background,
  BackgroundVariant,
  MarkerType,
  Panel,
  ReactFlow,
  SelectionMode,
  useStore,
  type Connection,
  type Edge,
  type OnConnectEnd,
  type ReactFlowState,
  BaseEdge,
  EdgeLabelRenderer,
  getBezierPath,
  type EdgeProps,
  Position,
  useStoreApi,
  ViewportPortal,
  type InternalNode,
} from 'reactflow'
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type MouseEvent as ReactMouseEvent,
  type PointerEvent,
  type ReactNode,
} from 'react'
import { useTexts } from '../../../i18n/i18n'
import { useFlowEditor } from '../editor-context'
import type { Card } from '../node/flow-cards'
import { CardTextContext, cardTextAt } from './card-text'
import { FlowMap } from './flow-map'
import { NodeCard } from '../node/node-card'
import { knownKind } from '../node/node-kinds'
import { useCanvasKeys } from './use-canvas-keys'
import { showBeginning, zoomMin } from './use-fit'
import { IconButton } from '../../../ui/button/button'
import { X } from '../../../ui/icons'
import { handleOf } from '../drawing/drawing'

const cardTypes = { card: NodeCard }
const lineTypes = { line: FlowLine }
const lineOptions = { markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16, color: 'var(--flow-line)' } }
const zoomMax = 1.75
const grid: [number, number] = [8, 8]
/** A pointer that moves less than this clicks or taps. */
const dragThresholdPx = 4
const canvasOptions = {
  nodeTypes: cardTypes,
  edgeTypes: lineTypes,
  defaultEdgeOptions: lineOptions,
  nodeDragThreshold: dragThresholdPx,
  nodesConnectable: true,
  connectOnClick: true,
  connectionRadius: 32,
  onlyRenderVisibleElements: true,
  edgesFocusable: false,
  disableKeyboardA11y: true,
  deleteKeyCode: null,
  selectionMode: SelectionMode.Partial,
  snapToGrid: true,
  snapGrid: grid,
  minZoom: zoomMin,
  maxZoom: zoomMax,
  onInit: showBeginning,
  elevateNodesOnSelect: false,
  elevateEdgesOnSelect: false,
  zoomOnDoubleClick: false,
  proOptions: { hideAttribution: true },
}
const noLines: Edge[] = []
const selectCardText = ({ transform }: ReactFlowState) => cardTextAt(transform[2])

interface FlowCanvasProps {
  isMapShown: boolean
  children: ReactNode
  onDropLine: OnConnectEnd
}

export function FlowCanvas({ isMapShown, children, onDropLine }: FlowCanvasProps) {
  useSignals()
  const t = useTexts('flowEditor').flowEditor
  const { model, isNarrow } = useFlowEditor()
  const { isMoving, ...keys } = useCanvasKeys()
  const { isConnecting, ...lineHandlers } = useConnecting(onDropLine)
  const { onPointerDown, ...cardHandlers } = useCardHandlers()
  const cardText = useStore(selectCardText)
  const isFar = cardText === 0
  const isPainted = useIsPainted()

  return (
    <div
      className="flow-canvas"
      // It takes the focus when it is pressed: its single keys act only then.
      tabIndex={0}
      role="application"
      aria-label={t.canvas}
      aria-roledescription={t.canvas}
      data-connecting={isConnecting || undefined}
      data-far={isFar || undefined}
      data-moving={isMoving || undefined}
      {...keys}
      onPointerDown={onPointerDown}
    >
      <CardTextContext value={cardText}>
        <ReactFlow<Card>
          nodes={model.cards.value}
          edges={isFar ? noLines : model.lines.value}
          onNodesChange={model.changeCards}
          onEdgesChange={model.changeLines}
          {...cardHandlers}
          {...lineHandlers}
          {...canvasOptions}
        >
          <Background variant={BackgroundVariant.Dots} gap={24} size={1.5} color="var(--flow-dots)" />
          {isMapShown && isPainted && !isNarrow && <FlowMap label={t.map} />}
          {isFar && <FarLines />}
          {isMoving && (
            <Panel position="bottom-center" className="flow-moving" role="alert">
              {t.moving}
            </Panel>
          )}
          {children}
        </ReactFlow>
      </CardTextContext>
    </div>
  )
}

// The functions below stay the same, because the canvas updates every card and line for a new one.

function useConnecting(onDropLine: OnConnectEnd) {
  const { model } = useFlowEditor()
  const [isConnecting, setConnecting] = useState(false)
  const onConnectStart = useCallback(() => setConnecting(true), [])
  const onConnectEnd = useCallback<OnConnectEnd>(
    (event, state) => {
      setConnecting(false)
      if (!state.isValid && !state.toNode) onDropLine(event, state)
    },
    [onDropLine],
  )
  const onConnect = useCallback(
    ({ source, sourceHandle, target }: Connection) => model.connect(source, sourceHandle ?? 'a', target),
    [model],
  )
  return { isConnecting, onConnect, onConnectStart, onConnectEnd }
}

function useCardHandlers() {
  const { model, open } = useFlowEditor()
  const pressed = useRef<number>(undefined)
  const onPointerDown = useCallback(({ pointerId }: PointerEvent) => void (pressed.current = pointerId), [])
  // While the pointer is captured, hundreds of cards need no hit test at each move. It may have left a small card already.
  const onNodeDragStart = useCallback((event: MouseEvent | TouchEvent | ReactMouseEvent, { id }: Card) => {
    const canvas = event.target instanceof Element ? event.target.closest('.flow-canvas') : null
    const card = canvas?.querySelector(`.react-flow__node[data-id="${CSS.escape(id)}"]`)
    if (pressed.current !== undefined && 'button' in event) card?.setPointerCapture(pressed.current)
  }, [])
  const onNodeDoubleClick = useCallback(
    (_: unknown, card: Card) => {
      if (knownKind(card.data.node)) open({ part: 'edit', nodeId: card.id })
    },
    [open],
  )
  const { endDrag } = model
  return { onPointerDown, onNodeDragStart, onNodeDoubleClick, onNodeDragStop: endDrag, onSelectionDragStop: endDrag }
}

/** False until the cards were painted once: the map of a large flow takes as long as the cards in view. */
function useIsPainted() {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => setPainted(true)))
    return () => cancelAnimationFrame(frame)
  }, [])
  return isPainted
}

function FlowLine(props: EdgeProps) {
  const t = useTexts('flowEditor').flowEditor.line
  const { model } = useFlowEditor()
  const [path, x, y] = getBezierPath(props)
  const { id, source, sourceHandleId, selected, markerEnd } = props
  return (
    <>
      <BaseEdge id={id} path={path} markerEnd={markerEnd} interactionWidth={24} />
      {selected && (
        <EdgeLabelRenderer>
          <span
            className="flow-line-button nodrag nopan"
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
          >
            <IconButton
              icon={X}
              size="xs"
              variant="soft"
              label={t.delete}
              onClick={() => model.disconnect(source, handleOf({ sourceHandle: sourceHandleId ?? null }))}
            />
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  )
}

interface DrawnLine {
  source: Card
  target: Card
  path: string
}

/** One drawing: hundreds of elements that follow every move would be slow. Dragged ones are apart. */
function FarLines() {
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
