import { useEffect, useRef } from 'react'
import type { NodeType } from '../../../../src/flow/flow.contract'
import { useTexts } from '../../../i18n/i18n'
import { Plus } from '../../../ui/icons'
import { IconButton } from '../../../ui/button/icon-button'
import { AddNode } from './add-node'
import type { FreeOutput } from '../editor-context'
import type { Position } from '../flow-editor-model'

/** A line that was dropped where no node is. */
export interface DroppedLine {
  from: FreeOutput
  at: Position
  x: number
  y: number
}

interface DropMenuProps {
  line: DroppedLine
  onChoose: (kind: NodeType, line: DroppedLine) => void
  onClose: () => void
}

/** Offers the kinds of nodes where a line was dropped. The chosen one is connected to it. */
export function DropMenu({ line, onChoose, onClose }: DropMenuProps) {
  const t = useTexts('flowEditor').flowEditor.node
  const frame = useRef<HTMLDivElement>(null)

  useEffect(() => {
    frame.current?.querySelector('button')?.click()
    const away = (event: PointerEvent) => {
      if (event.target instanceof Element && !event.target.closest('.flow-drop, .popup')) onClose()
    }
    document.addEventListener('pointerdown', away, true)
    return () => document.removeEventListener('pointerdown', away, true)
  }, [line])

  return (
    <div className="flow-drop" ref={frame} style={{ left: line.x, top: line.y }}>
      <AddNode
        onChoose={(kind) => onChoose(kind, line)}
        trigger={(given) => <IconButton {...given} icon={Plus} label={t.addAfter} variant="primary" size="s" />}
      />
    </div>
  )
}
