import { useSignals } from '@preact/signals-react/runtime'
import { Handle, Position, type NodeProps } from 'reactflow'
import { memo, use, useLayoutEffect, useRef, type RefObject } from 'react'
import type { FlowNode } from '../../../../src/flow/flow.contract'
import { useTexts } from '../../../i18n/i18n'
import { IconButton } from '../../../ui/button/button'
import { CopyPlus, Ellipsis, Pencil, Spline, Trash2, TriangleAlert } from '../../../ui/icons'
import { Menu } from '../../../ui/popup/menu'
import { tooltip } from '../../../ui/popup/tooltip'
import { drawnOutputs, type FlowOutput } from '../drawing/drawing'
import { useFlowEditor } from '../editor-context'
import { CardTextContext, plainTextPx } from '../canvas/card-text'
import type { Card } from './flow-cards'
import { iconOf, kindName, knownKind } from './node-kinds'
import { NodePreview } from './node-preview'

/** Zoomed out, the text is larger; from afar it is an area. */
export const NodeCard = memo(function NodeCard({ data: { node }, height }: NodeProps<Card>) {
  const textPx = use(CardTextContext)
  const isActive = useFlowEditor().activeNode === node.id
  const isPlain = textPx === plainTextPx
  const card = useRef<HTMLDivElement>(null)
  useFocusKept(card)
  return (
    <div
      ref={card}
      className="flow-card"
      data-kind={knownKind(node) ?? 'unknown'}
      data-active={isActive || undefined}
      data-text={isPlain || textPx === 0 ? undefined : textPx}
      style={isPlain ? undefined : { height, fontSize: textPx || undefined }}
    >
      {textPx > 0 && <CardContent node={node} />}
    </div>
  )
})

/** A card that is deleted, or leaves the view and is not rendered any more, gives its focus to the canvas. */
function useFocusKept(card: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const node = card.current?.closest('.react-flow__node')
    const canvas = card.current?.closest<HTMLElement>('.flow-canvas')
    return () => {
      if (node?.contains(document.activeElement)) canvas?.focus({ preventScroll: true })
    }
  }, [card])
}

function CardContent({ node }: { node: FlowNode }) {
  const texts = useTexts('flowEditor')
  const t = texts.flowEditor
  const Icon = iconOf(node)
  const outputs = drawnOutputs(node)
  const hasOneOutput = outputs.length === 1 && outputs[0]?.kind === 'next'
  return (
    <>
      {node.type !== 'start' && <Handle type="target" position={Position.Left} className="flow-handle" />}
      <div className="flow-card-head row">
        <span className="flow-card-icon">
          <Icon size={16} aria-hidden />
        </span>
        <span className="flow-card-name truncate">{kindName(t, node)}</span>
        <CardProblem nodeId={node.id} />
        <CardMenu node={node} tabIndex={-1} />
      </div>
      <div className="flow-card-body stack gap-1">
        <NodePreview node={node} />
      </div>
      {!hasOneOutput && outputs.length > 0 && (
        <ul className="flow-card-outputs">
          {outputs.map((output) => (
            <li key={output.handle} className="flow-card-output row" data-output={output.kind}>
              <OutputLabel output={output} />
              <Handle type="source" id={output.handle} position={Position.Right} className="flow-handle" />
            </li>
          ))}
        </ul>
      )}
      {hasOneOutput && <Handle type="source" id="a" position={Position.Right} className="flow-handle" />}
    </>
  )
}

function OutputLabel({ output }: { output: FlowOutput }) {
  const t = useTexts('flowEditor').flowEditor.preview
  if (output.kind === 'option') {
    return (
      <>
        <span className="flow-card-number tabular">{output.number}</span>
        <bdi className="truncate">{output.text}</bdi>
      </>
    )
  }
  if (output.kind === 'percent') {
    return (
      <>
        <span className="flow-card-number">{output.handle.toUpperCase()}</span>
        <span className="tabular">{output.percent}%</span>
      </>
    )
  }
  return <span>{output.kind === 'yes' ? t.yes : output.kind === 'no' ? t.no : ''}</span>
}

function CardProblem({ nodeId }: { nodeId: string }) {
  useSignals()
  const t = useTexts('flowEditor').flowEditor.problems
  const found = useFlowEditor().problemsOf.value.get(nodeId)
  if (!found) return null
  return (
    <span
      className="flow-card-problem"
      data-level={found.level}
      role="img"
      aria-label={t.codes[found.code]}
      {...tooltip(t.codes[found.code])}
    >
      <TriangleAlert size={14} aria-hidden />
    </span>
  )
}

/** The actions of a node. On a card it is no stop of Tab. */
export function CardMenu({ node, tabIndex }: { node: FlowNode; tabIndex?: number }) {
  const t = useTexts('flowEditor').flowEditor
  const { model, open, duplicate } = useFlowEditor()
  const isStart = node.type === 'start'
  const mayConnect = drawnOutputs(node).length > 0
  const connect = { label: t.node.connect, icon: Spline, onSelect: () => open({ part: 'connect', nodeId: node.id }) }
  const edit = {
    label: isStart ? t.node.triggers : t.node.edit,
    icon: Pencil,
    onSelect: () => open({ part: 'edit', nodeId: node.id }),
  }
  const copy = { label: t.node.duplicate, icon: CopyPlus, onSelect: () => duplicate([node.id]) }
  const remove = { label: t.node.delete, icon: Trash2, danger: true, onSelect: () => model.remove(node.id) }
  return (
    // The canvas neither drags by it nor opens the node for a double press on it.
    <span className="flow-card-menu nodrag nopan" onDoubleClick={(event) => event.stopPropagation()}>
      <Menu
        align="end"
        items={[
          ...(knownKind(node) ? [edit] : []),
          ...(mayConnect ? [connect] : []),
          ...(isStart ? [] : [copy, 'separator' as const, remove]),
        ]}
        trigger={(trigger) => (
          <IconButton
            {...trigger}
            icon={Ellipsis}
            label={t.node.more(kindName(t, node))}
            size="xs"
            tabIndex={tabIndex}
          />
        )}
      />
    </span>
  )
}
