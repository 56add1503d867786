import { getViewportForBounds, useReactFlow, type ReactFlowInstance } from 'reactflow'
import { useCallback } from 'react'
import type { Card } from '../node/flow-cards'
import { motionMs } from '../../../ui/layout/motion'

export const zoomMin = 0.1
const fittedZoomMax = 1
const padding = 0.15
const durationMs = 150

/**
 * Shows the whole flow. The canvas's own `fitView` waits until every card is measured, but cards out of view are not
 * rendered.
 */
export function fitAll({ getNodes, getNodesBounds, setViewport }: ReactFlowInstance<Card>, duration = 0) {
  const frame = document.querySelector('.flow-canvas')?.getBoundingClientRect()
  const nodes = getNodes()
  if (!frame || nodes.length === 0) return
  const bounds = getNodesBounds(nodes)
  void setViewport(getViewportForBounds(bounds, frame.width, frame.height, zoomMin, fittedZoomMax, padding), {
    duration,
  })
}

export function useFit() {
  const canvas = useReactFlow<Card>()
  return useCallback(() => fitAll(canvas, motionMs(durationMs)), [canvas])
}
