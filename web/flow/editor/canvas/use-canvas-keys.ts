import { useReactFlow } from 'reactflow'
import { type KeyboardEvent, useCallback } from 'react'
import { useFlowEditor } from '../editor-context'
import { knownKind } from '../node/node-kinds'
import { motionMs } from '../../../ui/layout/motion'

const stepPx = 8
const largeStepPx = 40

const moves: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
}

/** The keys of a focused card. Those of the whole editor are in `use-editor-keys`. */
export function useCanvasKeys() {
  const { model, open, duplicate } = useFlowEditor()
  const { setCenter, getZoom } = useReactFlow()

  return useCallback(
    (event: KeyboardEvent) => {
      const card = event.target instanceof Element && event.target.closest<HTMLElement>('.react-flow__node')
      if (!card) return
      const id = card.dataset['id']
      // Buttons within the card handle their own keys.
      if (!id || event.target !== card || event.ctrlKey || event.metaKey || event.altKey) return
      const node = model.findNode(id)
      if (!node) return
      const move = moves[event.key]
      if (move) {
        if (!model.selected.peek().some((one) => one.id === id)) model.select([id])
        const step = event.shiftKey ? largeStepPx : stepPx
        model.moveSelected({ x: move.x * step, y: move.y * step })
      } else if (event.key === 'Enter') {
        if (!knownKind(node)) return
        open({ part: 'edit', nodeId: id })
      } else if (event.key === ' ') {
        model.select([id])
        void setCenter(node.position.x + 136, node.position.y + 80, { zoom: getZoom(), duration: motionMs(150) })
      } else if (event.key === 'c') open({ part: 'connect', nodeId: id })
      else if (event.key === 'd') duplicate([id])
      else return
      event.preventDefault()
      event.stopPropagation()
    },
    [model, open, duplicate, setCenter, getZoom],
  )
}
