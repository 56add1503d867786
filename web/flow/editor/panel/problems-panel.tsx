import type { FlowProblem } from '../../../../src/flow/edit/flow-problems.contract'
import { useTexts } from '../../../i18n/i18n'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { CircleCheck, CircleX, TriangleAlert } from '../../../ui/icons'
import { useFlowEditor } from '../editor-context'
import { drawnOutputs } from '../drawing/drawing'
import { kindName } from '../node/node-kinds'
import { SidePanel } from './side-panel'

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
