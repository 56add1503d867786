import { type FocusEvent, type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { type Step, nodeBeside } from '../drawing/run-order'
import { useFlowEditor } from '../editor-context'
import { knownKind } from '../node/node-kinds'

const stepPx = 8
const largeStepPx = 40

const moves: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
}

const steps: Readonly<Record<string, Step>> = {
  ArrowRight: 'next',
  ArrowLeft: 'back',
  ArrowDown: 'down',
  ArrowUp: 'up',
  Home: 'first',
  End: 'last',
}

/** Arrows go from block to block, or move one after M. The editor's are in `use-editor-keys`. */
export function useCanvasKeys() {
  const { model, open, duplicate, reveal } = useFlowEditor()
  const [isMoving, setMoving] = useState(false)
  const { current, nextBlock, onFocus } = useCurrentBlock()

  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      // Buttons within a card handle their own keys.
      if (!(event.target instanceof Element) || !event.target.matches('.react-flow__node, .flow-canvas')) return
      if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Shift') return
      const id = current()
      const node = id === undefined ? undefined : model.findNode(id)
      const move = moves[event.key]
      const step = steps[event.key]
      if (isMoving && move && node) {
        const px = event.shiftKey ? largeStepPx : stepPx
        model.moveSelected({ x: move.x * px, y: move.y * px })
        void reveal(node.id)
      } else if (isMoving && (event.key === 'Enter' || event.key === 'Escape')) setMoving(false)
      else if (step) {
        setMoving(false)
        const beside = nextBlock(step)
        if (beside === undefined) return event.preventDefault()
        model.select([beside])
        void reveal(beside)
      } else if (!node) return
      else if (event.key === 'Enter' && knownKind(node)) open({ part: 'edit', nodeId: node.id })
      else if (event.key === ' ') model.select([node.id])
      else if (event.key === 'm') {
        if (!model.selected.peek().some((one) => one.id === node.id)) model.select([node.id])
        setMoving(!isMoving)
      } else if (event.key === 'c') open({ part: 'connect', nodeId: node.id })
      else if (event.key === 'd') duplicate([node.id])
      else return
      event.preventDefault()
      event.stopPropagation()
    },
    [model, open, duplicate, reveal, current, nextBlock, isMoving],
  )
  const onBlur = useCallback(({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setMoving(false)
  }, [])
  return { isMoving, onKeyDown, onFocus, onBlur }
}

/** Remembers the block in focus, and the one before: the canvas has the focus for a card that is not rendered. */
function useCurrentBlock() {
  const { model } = useFlowEditor()
  const visited = useRef<{ now?: string; before?: string | undefined }>({})
  const visit = useCallback((id: string) => {
    if (visited.current.now !== id) visited.current = { now: id, before: visited.current.now }
  }, [])
  const current = useCallback(() => {
    const { now } = visited.current
    return now !== undefined && model.findNode(now) ? now : undefined
  }, [model])
  const nextBlock = useCallback(
    (step: Step) => {
      const { before } = visited.current
      const from = current()
      const isBeforeKept = before !== undefined && model.findNode(before) !== undefined
      // After a block was deleted, one continues where one came from.
      const beside =
        from === undefined && isBeforeKept ? before : nodeBeside(model.content.peek(), from ?? '', step, before)
      if (beside !== undefined) visit(beside)
      return beside
    },
    [model, current, visit],
  )
  const onFocus = useCallback(
    ({ target }: FocusEvent) => {
      const id = target instanceof HTMLElement && target.matches('.react-flow__node') ? target.dataset['id'] : undefined
      if (id !== undefined) visit(id)
    },
    [visit],
  )
  return { current, nextBlock, onFocus }
}
