import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useTexts } from '../../../i18n/i18n'
import { IconButton } from '../../../ui/button/button'
import { X, CircleCheck, CircleX, TriangleAlert } from '../../../ui/icons'
import { useSignals } from '@preact/signals-react/runtime'
import type { FlowNode } from '../../../../src/flow/flow.contract'
import { exitsOf, runOrder } from '../drawing/run-order'
import { useFlowEditor } from '../editor-context'
import { CardMenu } from '../node/node-card'
import { iconOf, kindName, knownKind } from '../node/node-kinds'
import { outputName, summaryOf } from '../node/node-summary'
import type { FlowProblem } from '../../../../src/flow/edit/flow-problems.contract'
import { EmptyState } from '../../../ui/feedback/feedback'
import { drawnOutputs } from '../drawing/drawing'

interface SidePanelProps {
  title: string
  actions?: ReactNode
  footer?: ReactNode
  close: () => void
  children: ReactNode
}

/** A panel beside the canvas, which stays usable. On a phone it covers it. */
export function SidePanel({ title, actions, footer, close, children }: SidePanelProps) {
  const t = useTexts()
  const id = useId()
  const frame = useRef<HTMLElement>(null)

  useEffect(() => {
    const before = document.activeElement
    frame.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    close()
  }

  return (
    <aside className="flow-side" aria-labelledby={id} ref={frame} tabIndex={-1} onKeyDown={onKeyDown}>
      <div className="flow-side-head row">
        <h2 className="flow-side-title" id={id}>
          {title}
        </h2>
        {actions}
        <IconButton icon={X} label={t.ui.close} size="s" onClick={close} />
      </div>
      <div className="flow-side-body column gap-3">{children}</div>
      {footer}
    </aside>
  )
}

/** All blocks as a list in running order, to be read on a phone and with a keyboard. */
export function OutlinePanel({ onChoose, close }: { onChoose: (nodeId: string) => void; close: () => void }) {
  useSignals()
  const t = useTexts('flowEditor').flowEditor
  const { model } = useFlowEditor()
  const ordered = runOrder(model.content.value)
  const numbers = new Map(ordered.map(({ id }, index) => [id, index + 1]))
  return (
    <SidePanel title={t.outline.title} close={close}>
      <ol className="flow-outline">
        {ordered.map((node) => (
          <li key={node.id} className="flow-outline-row" data-kind={knownKind(node) ?? 'unknown'}>
            <Block node={node} numbers={numbers} onChoose={onChoose} />
            <CardMenu node={node} />
          </li>
        ))}
      </ol>
    </SidePanel>
  )
}

interface BlockProps {
  node: FlowNode
  numbers: ReadonlyMap<string, number>
  onChoose: (nodeId: string) => void
}

function Block({ node, numbers, onChoose }: BlockProps) {
  useSignals()
  const t = useTexts('flowEditor').flowEditor
  const { model } = useFlowEditor()
  const Icon = iconOf(node)
  const number = numbers.get(node.id) ?? 0
  const exits = exitsOf(model.content.value, node).map(({ output, target }) => {
    return { output, leads: target === undefined ? undefined : numbers.get(target) }
  })
  // The next step in the next line goes without saying.
  const named = exits.filter(({ output, leads }) => output.kind !== 'next' || leads !== number + 1)
  const isSelected = model.selected.value.some(({ id }) => id === node.id)
  return (
    <button
      type="button"
      className="flow-outline-block grows"
      aria-current={isSelected || undefined}
      onClick={() => onChoose(node.id)}
    >
      <span className="flow-outline-number tabular">{number}</span>
      <Icon size={16} aria-hidden />
      <span className="flow-outline-text">
        <strong>{kindName(t, node)}</strong>
        <bdi>{summaryOf(t, node)}</bdi>
        {named.map(({ output, leads }) => (
          <span key={output.handle} className="flow-outline-exit">
            {outputName(output, t)} → {leads ?? t.outline.end}
          </span>
        ))}
      </span>
    </button>
  )
}

interface ProblemsPanelProps {
  problems: readonly FlowProblem[]
  onChoose: (nodeId: string) => void
  close: () => void
}

export function ProblemsPanel({ problems, onChoose, close }: ProblemsPanelProps) {
  const t = useTexts('flowEditor').flowEditor.problems
  const groups = [
    { label: t.errors, level: 'error' },
    { label: t.warnings, level: 'warning' },
  ] as const
  return (
    <SidePanel title={t.title} close={close}>
      {problems.length === 0 && <EmptyState compact icon={CircleCheck} title={t.none} text={t.noneText} />}
      {groups.map(({ label, level }) => {
        const found = problems.filter((problem) => problem.level === level)
        return found.length === 0 ? null : (
          <section key={level} className="stack gap-1">
            <h3 className="flow-problem-heading note-text">{label}</h3>
            <ul>
              {found.map((problem, index) => (
                <li key={index}>
                  <Problem problem={problem} onChoose={onChoose} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </SidePanel>
  )
}

function Problem({ problem, onChoose }: { problem: FlowProblem; onChoose: (nodeId: string) => void }) {
  const t = useTexts('flowEditor').flowEditor
  const { model } = useFlowEditor()
  const { nodeId, level, code, field, name } = problem
  const node = nodeId === undefined ? undefined : model.findNode(nodeId)
  const output = code === 'openOutput' && node ? drawnOutputs(node).find(({ handle }) => handle === field) : undefined
  const Icon = level === 'error' ? CircleX : TriangleAlert
  const option = output?.kind === 'option' ? ` [${output.number}] ${output.text}` : ''
  // Not rendered, so it cannot be selected.
  const isHidden = code === 'lostOutput' && nodeId !== undefined && field !== undefined
  return (
    <button
      type="button"
      className="flow-problem"
      data-level={level}
      onClick={() => (isHidden ? model.disconnect(nodeId, field) : node && onChoose(node.id))}
    >
      <Icon size={16} aria-hidden />
      <span className="flow-problem-text">
        <span className="flow-problem-node truncate">
          {node ? kindName(t, node) : t.problems.flow}
          {option}
        </span>
        <span>
          {t.problems.codes[code]}
          {name !== undefined && `: {{${name}}}`}
        </span>
        {isHidden && <span className="flow-problem-action">{t.line.delete}</span>}
      </span>
    </button>
  )
}
