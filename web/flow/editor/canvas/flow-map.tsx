import { useSignals } from '@preact/signals-react/runtime'
import { Panel, useReactFlow, useStore, type ReactFlowState } from 'reactflow'
import { useEffect, useRef, type PointerEvent } from 'react'
import { useFlowEditor } from '../editor-context'
import type { Card } from '../node/flow-cards'

const widthPx = 200
const heightPx = 150
const margin = 0.05
const cornerRadius = 24
const zoomPerWheelPx = 0.002

interface Box {
  x: number
  y: number
  width: number
  height: number
}

const selectTransform = ({ transform }: ReactFlowState) => transform
const selectWidth = ({ width }: ReactFlowState) => width
const selectHeight = ({ height }: ReactFlowState) => height

/** Shapes of cards that did not change, since a dragged card redraws the map at each move. */
const shapes = new WeakMap<Card, string>()

/** Three paths: the canvas's own map took a fifth of each move. */
export function FlowMap({ label }: { label: string }) {
  useSignals()
  const cards = useFlowEditor().model.cards.value
  const [left, top, zoom] = useStore(selectTransform)
  const seen = {
    x: -left / zoom,
    y: -top / zoom,
    width: useStore(selectWidth) / zoom,
    height: useStore(selectHeight) / zoom,
  }
  const area = mapArea([...cards.map(boxOf), seen])
  const paths = { plain: '', start: '', selected: '' }
  for (const card of cards)
    paths[card.selected ? 'selected' : card.data.node.type === 'start' ? 'start' : 'plain'] += shapeOf(card)
  const svg = useMapMoves(area)

  return (
    <Panel position="bottom-right" className="flow-map">
      <svg
        {...svg}
        width={widthPx}
        height={heightPx}
        viewBox={`${area.x} ${area.y} ${area.width} ${area.height}`}
        role="img"
        aria-label={label}
      >
        <path d={paths.plain} />
        <path className="flow-map-start" d={paths.start} />
        <path className="flow-map-selected" d={paths.selected} />
        <path className="flow-map-mask" fillRule="evenodd" d={rectangle(area) + rectangle(seen)} />
      </svg>
    </Panel>
  )
}

/** Pressing or dragging shows that part of the flow; the wheel zooms. */
function useMapMoves(area: Box) {
  const svg = useRef<SVGSVGElement>(null)
  const canvas = useReactFlow()

  useEffect(() => {
    const element = svg.current
    function onWheel(event: WheelEvent) {
      event.preventDefault()
      void canvas.zoomTo(canvas.getZoom() * 2 ** (-event.deltaY * zoomPerWheelPx))
    }
    // React's own listener could not keep the page from scrolling.
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [canvas])

  function show({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>) {
    const { left, top } = currentTarget.getBoundingClientRect()
    const scale = area.width / widthPx
    void canvas.setCenter(area.x + (clientX - left) * scale, area.y + (clientY - top) * scale, {
      zoom: canvas.getZoom(),
    })
  }

  return {
    ref: svg,
    onPointerDown(event: PointerEvent<SVGSVGElement>) {
      event.currentTarget.setPointerCapture(event.pointerId)
      show(event)
    },
    onPointerMove(event: PointerEvent<SVGSVGElement>) {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) show(event)
    },
  }
}

function mapArea(boxes: readonly Box[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  const scale = Math.max((right - left) / widthPx, (bottom - top) / heightPx) * (1 + 2 * margin)
  const [width, height] = [widthPx * scale, heightPx * scale]
  return { x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height }
}

const boxOf = ({ position, measured }: Card): Box => ({
  ...position,
  width: measured?.width ?? 0,
  height: measured?.height ?? 0,
})

function shapeOf(card: Card): string {
  let shape = shapes.get(card)
  if (shape === undefined) shapes.set(card, (shape = rounded(boxOf(card))))
  return shape
}

function rounded({ x, y, width, height }: Box): string {
  const radius = Math.min(cornerRadius, width / 2, height / 2)
  const arc = (dx: number, dy: number) => `a${radius},${radius} 0 0 1 ${dx * radius},${dy * radius}`
  const [across, down] = [width - 2 * radius, height - 2 * radius]
  return `M${x + radius},${y}h${across}${arc(1, 1)}v${down}${arc(-1, 1)}h${-across}${arc(-1, -1)}v${-down}${arc(1, -1)}z`
}

const rectangle = ({ x, y, width, height }: Box) => `M${x},${y}h${width}v${height}h${-width}z`
