import { useSignals } from '@preact/signals-react/runtime'
import type { FlowNode } from '../../../../src/flow/flow.contract'
import { useTexts } from '../../../i18n/i18n'
import { exitsOf, runOrder } from '../drawing/run-order'
import { useFlowEditor } from '../editor-context'
import { CardMenu } from '../node/node-card'
import { iconOf, kindName, knownKind } from '../node/node-kinds'
import { outputName, summaryOf } from '../node/node-summary'
import { SidePanel } from './side-panel'

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
        <bdi>{summaryOf(node)}</bdi>
        {named.map(({ output, leads }) => (
          <span key={output.handle} className="flow-outline-exit">
            {outputName(output, t)} → {leads ?? t.outline.end}
          </span>
        ))}
      </span>
    </button>
  )
}
