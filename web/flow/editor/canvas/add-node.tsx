import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import type { NodeType } from '../../../../src/flow/flow.contract'
import { useTexts } from '../../../i18n/i18n'
import { Button } from '../../../ui/button/button'
import { Plus } from '../../../ui/icons'
import { Menu, type MenuItem, type PopupTrigger } from '../../../ui/popup/menu'
import { useFlowEditor } from '../editor-context'
import { drawnOutputs } from '../drawing/drawing'
import { nodeName, outputName } from '../node/node-summary'
import { freeOutputOfSelected } from '../node/use-node-actions'
import { furtherKinds, kindIcons, mainKinds } from '../node/node-kinds'

interface AddNodeProps {
  onChoose: (kind: NodeType) => void
  trigger?: (trigger: PopupTrigger) => ReactNode
}

export function AddNode({ onChoose, trigger }: AddNodeProps) {
  useSignals()
  const t = useTexts('flowEditor').flowEditor
  const { model, records } = useFlowEditor()
  const hasStart = model.content.value.nodes.some(({ type }) => type === 'start')
  const hasAgents = (records.value.agents ?? []).length > 0
  const noteOf = (kind: NodeType) => {
    if (kind === 'start' && hasStart) return t.oneStart
    if (kind === 'agent' && !hasAgents) return t.noAgents
    return undefined
  }
  const itemOf = (kind: NodeType): MenuItem => {
    const refusal = noteOf(kind)
    const isMain = mainKinds.includes(kind)
    return {
      label: t.kinds[kind],
      icon: kindIcons[kind],
      ...(isMain || refusal ? { note: refusal ?? t.about[kind] } : {}),
      disabled: refusal !== undefined,
      onSelect: () => onChoose(kind),
    }
  }
  const from = trigger ? undefined : freeOutputOfSelected(model)
  const source = from && model.findNode(from.source)
  const output = source && drawnOutputs(source).find(({ handle }) => handle === from.handle)
  return (
    <Menu
      returnFocus="before"
      header={source && output && <p className="subtle">{t.after(nodeName(t, source), outputName(output, t))}</p>}
      items={[...mainKinds.map(itemOf), { heading: t.addMore }, ...furtherKinds.map(itemOf)]}
      trigger={
        trigger ??
        ((given) => (
          <Button {...given} variant="primary" icon={Plus} className="flow-add">
            {t.add}
          </Button>
        ))
      }
    />
  )
}
