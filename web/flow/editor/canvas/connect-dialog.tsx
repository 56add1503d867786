import { useSignals } from '@preact/signals-react/runtime'
import * as v from 'valibot'
import type { FlowNode } from '../../../../src/flow/flow.contract'
import { useTexts } from '../../../i18n/i18n'
import { Combobox } from '../../../ui/select/combobox'
import { useForm } from '../../../ui/form/form'
import { FormDialog } from '../../../ui/form/form-dialog'
import { FormField } from '../../../ui/form/form-field'
import { Select } from '../../../ui/select/select'
import { cutText } from '../../../ui/text/cut-text'
import { drawnOutputs, handleOf } from '../drawing/drawing'
import { useFlowEditor } from '../editor-context'
import { kindName } from '../node/node-kinds'
import { outputName, summaryOf } from '../node/node-summary'

interface ConnectDialogProps {
  nodeId: string
  handle?: string | undefined
  close: () => void
}

const nowhere = ''
const summaryLengthMax = 60

export function ConnectDialog({ nodeId, handle, close }: ConnectDialogProps) {
  useSignals()
  const t = useTexts('flowEditor').flowEditor
  const { model } = useFlowEditor()
  const { nodes, connections } = model.content.value
  const node = model.findNode(nodeId)
  const outputs = node ? drawnOutputs(node) : []
  const targetOf = (output: string) =>
    connections.find((one) => one.source === nodeId && handleOf(one) === output)?.target ?? nowhere
  const free = outputs.find((output) => targetOf(output.handle) === nowhere)
  const first = handle ?? free?.handle ?? outputs[0]?.handle ?? 'a'
  const form = useForm({
    schema: v.object({ handle: v.string(), target: v.string() }),
    initial: { handle: first, target: targetOf(first) },
    save(chosen) {
      if (chosen.target === nowhere) model.disconnect(nodeId, chosen.handle)
      else model.connect(nodeId, chosen.handle, chosen.target)
    },
  })
  const targets = nodes.filter(({ id, type }) => id !== nodeId && type !== 'start')
  return (
    <FormDialog size="s" title={t.connect.title} saveLabel={t.connect.action} form={form} close={close}>
      {outputs.length > 1 && (
        <FormField form={form} name="handle" label={t.connect.from}>
          {({ value, onBlur }) => (
            <Select<string>
              value={value}
              onBlur={onBlur}
              onValueChange={(next) => form.set({ handle: next, target: targetOf(next) })}
              options={outputs.map((output) => ({ value: output.handle, label: outputName(output, t) }))}
            />
          )}
        </FormField>
      )}
      <FormField form={form} name="target" label={t.connect.to}>
        {({ value, onValueChange, onBlur }) => (
          <Combobox<string>
            clearable
            value={value || null}
            onValueChange={(chosen) => onValueChange(chosen ?? nowhere)}
            onBlur={onBlur}
            options={targets.map((target) => optionOf(target, t))}
          />
        )}
      </FormField>
    </FormDialog>
  )
}

type EditorTexts = ReturnType<typeof useTexts<['flowEditor']>>['flowEditor']

function optionOf(node: FlowNode, t: EditorTexts) {
  const summary = cutText(summaryOf(t, node), summaryLengthMax)
  return { value: node.id, label: kindName(t, node), ...(summary && { description: summary }) }
}
