import { useSignals } from '@preact/signals-react/runtime'
import * as v from 'valibot'
import { useTexts } from '../../../i18n/i18n'
import { Combobox } from '../../../ui/select/combobox'
import { FormField } from '../../../ui/form/form-field'
import type { Option } from '../../../ui/select/option'
import { useFlowEditor } from '../editor-context'
import type { NamedRecord } from '../flow-records'
import { referenceOf } from '../node/node-summary'
import { NodeFormDialog, type NodeFormProps } from './node-form'

type RecordKind = 'ticket' | 'tag' | 'agent'

export const TicketForm = (props: NodeFormProps) => <RecordForm {...props} kind="ticket" />
export const TagForm = (props: NodeFormProps) => <RecordForm {...props} kind="tag" />
export const AgentForm = (props: NodeFormProps) => <RecordForm {...props} kind="agent" />

function RecordForm({ kind, ...props }: NodeFormProps & { kind: RecordKind }) {
  useSignals()
  const t = useTexts('flowEditor').flowEditor
  const { records } = useFlowEditor()
  const { queues, tags, agents } = records.value
  const known = { ticket: queues, tag: tags, agent: agents }[kind]
  const texts = {
    ticket: {
      label: t.fields.queue,
      help: t.fields.ticketHelp,
      missing: 'flowQueue',
    },
    tag: { label: t.fields.tag, help: t.fields.tagHelp, missing: 'flowTag' },
    agent: {
      label: t.fields.agent,
      help: t.fields.agentHelp,
      missing: 'flowAgent',
    },
  }[kind]
  const { id } = referenceOf(props.data ?? {})
  return (
    <NodeFormDialog
      {...props}
      kind={kind}
      schema={v.object({
        id: v.pipe(
          v.nullable(v.number()),
          v.check((chosen) => chosen !== null, texts.missing),
        ),
      })}
      initial={{ id: id > 0 && known?.some((record) => record.id === id) !== false ? id : null }}
      toChange={({ id: chosen }) => ({ data: recordData(known, chosen) })}
    >
      {(form) => (
        <FormField form={form} name="id" label={texts.label} help={texts.help} required>
          {({ value, onValueChange, onBlur }) => (
            <Combobox<number>
              value={value}
              onValueChange={(chosen) => onValueChange(chosen)}
              onBlur={onBlur}
              options={(known ?? []).map((record) => optionOf(record, t.fields.lane))}
            />
          )}
        </FormField>
      )}
    </NodeFormDialog>
  )
}

function optionOf({ id, name, color, isLane }: NamedRecord, lane: string): Option<number> {
  return { value: id, label: name, ...(color && { color }), ...(isLane && { description: lane }) }
}

/** `data` of other systems, which nest the record, is replaced. */
function recordData(known: readonly NamedRecord[] | undefined, id: number | null) {
  const record = known?.find((one) => one.id === id)
  return { data: undefined, id, name: record?.name ?? '', ...(record?.color && { color: record.color }) }
}
