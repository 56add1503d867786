import { BaseEdge, EdgeLabelRenderer, getBezierPath, type EdgeProps } from 'reactflow'
import { useTexts } from '../../../i18n/i18n'
import { IconButton } from '../../../ui/button/icon-button'
import { X } from '../../../ui/icons'
import { handleOf } from '../drawing/drawing'
import { useFlowEditor } from '../editor-context'

/** A connection, which can be removed while it is selected. */
export function FlowLine(props: EdgeProps) {
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
