import { useSignals } from '@preact/signals-react/runtime'
import type { FlowTriggerView, FlowView } from '../../../src/flow/flow.calls'
import { useApp } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { useUi } from '../../ui/context/ui-context'
import { TextArea } from '../../ui/field/text-area'
import { TimeInput } from '../../ui/field/time-input'
import { useForm, type FormModel } from '../../ui/form/form'
import { FormDialog } from '../../ui/form/form-dialog'
import { FormField } from '../../ui/form/form-field'
import { Combobox } from '../../ui/select/combobox'
import type { Option } from '../../ui/select/option'
import { Select } from '../../ui/select/select'
import { addedKinds, emptyTrigger, type AddedKind, TriggerForm, triggerBody } from './trigger-form'
import { TriggerList } from './trigger-list'
import { useTriggerChoices } from './use-trigger-choices'

type Form = FormModel<typeof emptyTrigger>

interface StartDialogProps {
  flow: Pick<FlowView, 'id' | 'active' | 'scheduledTimeRun'>
  /** Undefined while loading. */
  triggers: readonly FlowTriggerView[] | undefined
  close: () => void
}

/** Shows what starts the flow, and lets something else start it as well. */
export function StartDialog({ flow, triggers, close }: StartDialogProps) {
  useSignals()
  const t = useTexts('flow').flow.triggers
  const { api } = useApp()
  const { toast } = useUi()
  const [start = '', end = ''] = flow.scheduledTimeRun?.split('-') ?? []
  const form = useForm({
    schema: TriggerForm,
    initial: { ...emptyTrigger, start, end },
    save: (values) => api.post('/flowbuilder/triggers', { body: triggerBody(flow.id, values) }),
  })

  function onSaved() {
    toast.success(t.added)
    close()
  }

  return (
    <FormDialog placement="drawer" title={t.title} saveLabel={t.add} form={form} close={close} onSaved={onSaved}>
      {triggers && <TriggerList triggers={triggers} active={flow.active} />}
      <FormField form={form} name="kind" label={t.addTitle}>
        {({ value, onValueChange, onBlur }) => (
          <Select<AddedKind>
            value={value}
            options={addedKinds.map((kind) => ({ value: kind, label: t.choices[kind] }))}
            onValueChange={onValueChange}
            onBlur={onBlur}
          />
        )}
      </FormField>
      <KindFields form={form} flowId={flow.id} />
    </FormDialog>
  )
}

function KindFields({ form, flowId }: { form: Form; flowId: number }) {
  useSignals()
  const t = useTexts('flow').flow.triggers
  const kind = form.fields.kind.value.value
  const choices = useTriggerChoices(kind, flowId)
  switch (kind) {
    case 'phrase':
      return (
        <>
          <FormField form={form} name="phrase" label={t.fields.phrase} help={t.fields.phraseHelp} required>
            {(field) => <TextArea {...field} rows={3} />}
          </FormField>
          <RecordField
            form={form}
            name="whatsappId"
            options={choices.connections}
            placeholder={t.fields.anyConnection}
          />
        </>
      )
    case 'welcome':
    case 'notPhrase':
      return <RecordField form={form} name="whatsappId" options={choices.connections} help={t.help[kind]} required />
    case 'scheduled':
      return (
        <>
          <RecordField form={form} name="whatsappId" options={choices.connections} help={t.help.scheduled} required />
          <div className="form-row">
            {(['start', 'end'] as const).map((name) => (
              <FormField key={name} form={form} name={name} label={t.fields[name]} required>
                {(field) => <TimeInput {...field} />}
              </FormField>
            ))}
          </div>
        </>
      )
    case 'queue':
      return <RecordField form={form} name="queueId" options={choices.queues} help={t.help.queue} required />
    case 'option':
      return <RecordField form={form} name="optionId" options={choices.options} help={t.help.option} required />
  }
}

interface RecordFieldProps {
  form: Form
  name: 'whatsappId' | 'queueId' | 'optionId'
  options: readonly Option<number>[]
  help?: string
  placeholder?: string
  required?: boolean
}

function RecordField({ form, name, options, help, placeholder, required = false }: RecordFieldProps) {
  const t = useTexts('flow').flow.triggers.fields
  return (
    <FormField form={form} name={name} label={t[name]} help={help} required={required}>
      {(field) => <Combobox<number> {...field} options={options} placeholder={placeholder} clearable={!required} />}
    </FormField>
  )
}
