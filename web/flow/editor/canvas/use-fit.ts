import { getViewportForBounds, useReactFlow, type ReactFlowInstance } from 'reactflow'
import { useCallback } from 'react'
import type { Card } from '../node/flow-cards'
import { motionMs } from '../../../ui/layout/use-media'
import { farZoom } from './card-text'

export const zoomMin = 0.1
const fittedZoomMax = 1
const durationMs = 150
const edgePx = 16
const buttonsPx = 64

type Canvas = ReactFlowInstance<Card>

/** Shows the whole flow if it can be read then; otherwise its beginning, in the size of other text. */
export function showBeginning(canvas: Canvas) {
  const fitted = wholeFlow(canvas)
  if (!fitted) return
  const nodes = canvas.getNodes()
  const start = nodes.find(({ data }) => data.node.type === 'start') ?? nodes[0]
  if (!start || fitted.zoom >= farZoom) return void canvas.setViewport(fitted)
  const { height } = canvasFrame()
  void canvas.setViewport({ x: edgePx - start.position.x, y: height / 2 - (start.position.y + 40), zoom: 1 })
}

export function useFit() {
  const canvas = useReactFlow<Card>()
  return useCallback(() => {
    const fitted = wholeFlow(canvas)
    if (fitted) void canvas.setViewport(fitted, { duration: motionMs(durationMs) })
  }, [canvas])
}

/** The canvas's own `fitView` waits for cards that are never rendered. */
function wholeFlow({ getNodes, getNodesBounds }: Canvas) {
  const nodes = getNodes()
  const { left, top, width, height } = canvasFrame()
  if (nodes.length === 0 || width === 0) return undefined
  const bounds = getNodesBounds(nodes)
  const covers = [...document.querySelectorAll('.flow-canvas .react-flow__panel')].map((panel) =>
    panel.getBoundingClientRect(),
  )
  const fit = (marginPx: number) => {
    const padding = { x: `${edgePx}px`, y: `${marginPx}px` } as const
    return getViewportForBounds(bounds, width, height, zoomMin, fittedZoomMax, padding)
  }
  const near = fit(edgePx)
  const isCovered = nodes.some(({ position, measured }) => {
    const [x, y] = [left + near.x + position.x * near.zoom, top + near.y + position.y * near.zoom]
    const [right, bottom] = [x + (measured?.width ?? 0) * near.zoom, y + (measured?.height ?? 0) * near.zoom]
    return covers.some((cover) => x < cover.right && right > cover.left && y < cover.bottom && bottom > cover.top)
  })
  return isCovered ? fit(buttonsPx) : near
}

const canvasFrame = () => document.querySelector('.flow-canvas')?.getBoundingClientRect() ?? new DOMRect()
