import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useTexts } from '../../i18n/i18n'

interface ColumnSplitterProps {
  width: number
  min: number
  max: number
  onResize: (width: number) => void
  /** Called at the end of the movement: the time to save. */
  onCommit: (width: number) => void
  label?: string
}

const step = 16

export function ColumnSplitter({ width, min, max, onResize, onCommit, label }: ColumnSplitterProps) {
  const t = useTexts()
  const [dragging, setDragging] = useState(false)
  const start = useRef({ x: 0, width })
  const clamp = (wanted: number) => Math.round(Math.max(min, Math.min(max, wanted)))
  const widthAt = ({ clientX }: PointerEvent) => clamp(start.current.width + clientX - start.current.x)

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.focus()
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, width }
    setDragging(true)
  }

  function onPointerUp(event: PointerEvent<HTMLDivElement>) {
    if (!dragging) return
    setDragging(false)
    const reached = widthAt(event)
    if (reached !== start.current.width) onCommit(reached)
  }

  function onKeyDown(event: KeyboardEvent) {
    const moves: Record<string, number> = { ArrowLeft: width - step, ArrowRight: width + step, Home: min, End: max }
    const wanted = moves[event.key]
    if (wanted === undefined) return
    event.preventDefault()
    const reached = clamp(wanted)
    if (reached === width) return
    onResize(reached)
    onCommit(reached)
  }

  return (
    <div
      className="column-splitter"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label ?? t.ui.resizeColumn}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      data-dragging={dragging || undefined}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => dragging && onResize(widthAt(event))}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onKeyDown={onKeyDown}
    />
  )
}
