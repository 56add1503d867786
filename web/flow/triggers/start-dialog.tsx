import { useSignals } from '@preact/signals-react/runtime'
import type { FlowTriggerView, FlowView } from '../../../src/flow/flow.calls'
import { useApp } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { useUi } from '../../ui/context/ui-context'
import { TimeInput } from '../../ui/field/time-input'
import { useForm, type FormModel } from '../../ui/form/form'
import { FormDialog } from '../../ui/form/form-dialog'
import { FormField, TextField } from '../../ui/form/form-field'
import { Combobox } from '../../ui/select/combobox'
import type { Option } from '../../ui/select/option'
import { Select } from '../../ui/select/select'
import type { ConnectionView } from '../../../src/connection/connection.calls'
import type { ChatbotView } from '../../../src/queue/chatbot/chatbot.calls'
import type { ListedQueueView } from '../../../src/queue/queue.record'
import { useLookup } from '../../app/use-fetched'
import { Link } from '../../ui/display/link'
import { Hand, TriangleAlert } from '../../ui/icons'
import { Note } from '../../ui/feedback/feedback'
import { describeTrigger, linkOfTrigger, triggerIcons } from './describe-trigger'
import * as v from 'valibot'
import type { AddFlowTriggerBody } from '../../../src/integration/integration.contract'
import { TimeOfDay } from '../../../src/kernel/time/time-of-day.contract'

type Form = FormModel<typeof emptyTrigger>

interface StartDialogProps {
  flow: Pick<FlowView, 'id' | 'active' | 'scheduledTimeRun'>
  /** Undefined while loading. */
  triggers: readonly FlowTriggerView[] | undefined
  close: () => void
}

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
          <TextField form={form} name="phrase" label={t.fields.phrase} help={t.fields.phraseHelp} required rows={3} />
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

/** The connections, queues and options that may start a flow. The second line says what they start now. */
function useTriggerChoices(kind: AddedKind, flowId: number) {
  const t = useTexts('flow').flow.triggers
  const connections = useLookup((api, signal) => api.get('/whatsapp', { signal })) ?? []
  const queues = useLookup((api, signal) => api.get('/queue', { query: {}, signal })) ?? []
  const replaces = (isTaken: boolean) => (isTaken ? { description: t.replaces } : {})
  const field = kind === 'welcome' ? 'flowIdWelcome' : kind === 'notPhrase' ? 'flowIdNotPhrase' : undefined
  return {
    connections: connections.map((connection): Option<number> => {
      const present = field && (connection as Partial<ConnectionView>)[field]
      const isTaken = present !== null && present !== undefined && present !== flowId
      return { value: connection.id, label: connection.name, ...replaces(isTaken) }
    }),
    // A queue that only informs closes the ticket first.
    queues: queues
      .filter(({ closeTicket }) => !closeTicket)
      .map(({ id, name, color, integrationId }): Option<number> => {
        return { value: id, label: name, color, ...replaces(integrationId !== null) }
      }),
    options: queues.flatMap((queue) => optionsIn(queue).map((option) => ({ ...option, color: queue.color }))),
  }
}

/** Options with others below them cannot lead to a flow. */
function optionsIn({ name, chatbots = [] }: ListedQueueView): Option<number>[] {
  const walk = (path: string, options: readonly ChatbotView[]): Option<number>[] =>
    options.flatMap(({ id, name: own, options: below }) =>
      below.length > 0 ? walk(`${path} › ${own}`, below) : [{ value: id, label: `${path} › ${own}` }],
    )
  return walk(name, chatbots)
}

function TriggerList({ triggers, active }: { triggers: readonly FlowTriggerView[]; active: boolean }) {
  const t = useTexts('flow').flow.triggers
  const startsNothing = triggers.every((trigger) => !trigger.active)
  return (
    <>
      {!active && <Note icon={TriangleAlert}>{t.flowOff}</Note>}
      {active && startsNothing && <Note icon={TriangleAlert}>{t.none}</Note>}
      <ul className="flow-trigger-list stack" aria-label={t.title}>
        {triggers.map((trigger) => {
          const Icon = triggerIcons[trigger.kind]
          return (
            <li key={`${trigger.kind} ${trigger.id} ${trigger.name}`} data-off={!trigger.active || undefined}>
              <Icon size={16} aria-hidden />
              <Link href={linkOfTrigger(trigger)}>{describeTrigger(t, trigger)}</Link>
            </li>
          )
        })}
        <li>
          <Hand size={16} aria-hidden />
          <span className="subtle">{t.byHand}</span>
        </li>
      </ul>
    </>
  )
}

type AddedKind = AddFlowTriggerBody['kind']
const addedKinds: readonly AddedKind[] = ['phrase', 'welcome', 'notPhrase', 'scheduled', 'queue', 'option']

const chosen = v.nullable(v.number())
const values = {
  kind: v.picklist(addedKinds),
  phrase: v.string(),
  whatsappId: chosen,
  start: v.string(),
  end: v.string(),
  queueId: chosen,
  optionId: chosen,
}
type Values = v.InferOutput<v.ObjectSchema<typeof values, undefined>>
type Field = Exclude<keyof Values, 'kind'>

const emptyTrigger: Values = {
  kind: 'phrase',
  phrase: '',
  whatsappId: null,
  start: '',
  end: '',
  queueId: null,
  optionId: null,
}

const fieldsOf: Readonly<Record<AddedKind, readonly Field[]>> = {
  phrase: ['phrase'],
  welcome: ['whatsappId'],
  notPhrase: ['whatsappId'],
  scheduled: ['whatsappId', 'start', 'end'],
  queue: ['queueId'],
  option: ['optionId'],
}

const TriggerForm = v.pipe(
  v.object(values),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    for (const key of fieldsOf[dataset.value.kind]) {
      const message = errorOf(key, dataset.value[key])
      const path = { type: 'object', origin: 'value', input: dataset.value, key, value: dataset.value[key] } as const
      if (message) addIssue({ message, path: [path] })
    }
  }),
)

function errorOf(key: Field, value: string | number | null) {
  if (key === 'start' || key === 'end') return v.is(TimeOfDay, value) ? undefined : 'scheduledTime'
  return value === null || String(value).trim() === '' ? 'required' : undefined
}

function triggerBody(flowId: number, given: Values): AddFlowTriggerBody {
  const { kind, phrase, whatsappId, start, end, queueId, optionId } = given
  switch (kind) {
    case 'phrase':
      return { kind, flowId, phrase, whatsappId }
    case 'welcome':
    case 'notPhrase':
      return { kind, flowId, whatsappId: whatsappId ?? 0 }
    case 'scheduled':
      return { kind, flowId, whatsappId: whatsappId ?? 0, scheduledTimeRun: `${start}-${end}` }
    case 'queue':
      return { kind, flowId, queueId: queueId ?? 0 }
    case 'option':
      return { kind, flowId, optionId: optionId ?? 0 }
  }
}
