import type * as v from 'valibot'
import { asksForImport } from '../../../src/connection/save/connection-rules.contract'
import { useSignals } from '@preact/signals-react/runtime'
import { useRef } from 'react'
import { type FlowOption, flowOptions, useFlows } from '../../flow/flow.choice'
import { useFormat, useTexts } from '../../i18n/i18n'
import { WeekHoursField } from '../../queue/week-hours-field'
import { RecordDialog } from '../../records/record-dialog'
import { useReportMade } from '../../records/made-row'
import { useUi } from '../../ui/context/ui-context'
import { ChatbotFields } from './chatbot-fields'
import {
  type ConnectionRules,
  connectionSchema,
  connectionSwitches,
  connectionTabs,
  type EditedConnection,
  suggestedConnection,
  valuesOf,
  type ConnectionValues,
} from './connection-form'
import { GeneralFields } from './general-fields'
import type { ConnectionsData } from '../load-connections'
import { MessageFields } from './message-fields'
import { type ConnectionCalls, saveConnection } from './save-connection'
import { fieldErrorText } from '../../i18n/error-text'
import { Combobox, MultiCombobox } from '../../ui/select/combobox'
import { Field } from '../../ui/field/field'
import type { FormModel } from '../../ui/form/form'
import { Info } from '../../ui/icons'
import { Note } from '../../ui/feedback/feedback'
import type { Option } from '../../ui/select/option'
import { SettingGateNote } from '../../app/setting-gate-note'
import { NumberField } from '../../ui/form/number-field'
import { VariableList } from '../../message/variable-list'
import { FormField, TextField } from '../../ui/form/form-field'
import type { ApiClient } from '../../api/api-client'
import { useUser } from '../../app/app-context'
import { useLookup } from '../../app/use-fetched'

interface ConnectionFormDialogProps<Connection extends EditedConnection> {
  connection: Connection | undefined
  queues: ConnectionsData['queues']
  rules: ConnectionRules
  calls: ConnectionCalls<Connection>
  /** Another company's records to choose from; the user's own company's are loaded when needed. */
  answering?: readonly AnsweringRecord[]
  flows?: readonly FlowOption[]
  /** False hides the token, with which programs send messages as the company. */
  hasToken?: boolean
  close: () => void
  onSaved: (connection: Connection, isNew: boolean) => void
}

export function ConnectionFormDialog<Connection extends EditedConnection>(
  props: ConnectionFormDialogProps<Connection>,
) {
  useSignals()
  const { connection, queues, rules, answering, flows: givenFlows, hasToken = true, close } = props
  const t = useTexts('connection').connection
  const today = useFormat().wallClock(new Date()).date
  const { save, onSaved } = useSaving(props)
  const { general, integrations, messages, chatbot, rating, flows, schedules } = connectionTabs
  return (
    <RecordDialog
      record={connection}
      texts={{ ...t, created: t.saved }}
      schema={connectionSchema({ rates: rules.rates, today, before: connection })}
      initial={connection ? valuesOf(connection) : suggestedConnection(rules, t.suggested, queues)}
      save={save}
      close={close}
      onSaved={onSaved}
      shownBy={connectionSwitches}
      tabsLabel={t.tabs.label}
      tabs={[
        {
          label: t.tabs.general,
          fields: general,
          content: (form) => <GeneralFields form={form} queues={queues} connection={connection} hasToken={hasToken} />,
        },
        rules.integrations && {
          label: t.tabs.integrations,
          fields: integrations,
          content: (form) => <AnsweringFields form={form} given={answering} />,
        },
        {
          label: t.tabs.messages,
          fields: messages,
          content: (form) => <MessageFields form={form} connection={connection} rules={rules} />,
        },
        { label: t.tabs.chatbot, fields: chatbot, content: (form) => <ChatbotFields form={form} queues={queues} /> },
        { label: t.tabs.rating, fields: rating, content: (form) => <RatingFields form={form} rules={rules} /> },
        rules.flows && {
          label: t.tabs.flows,
          fields: flows,
          content: (form) => <FlowFields form={form} given={givenFlows} />,
        },
        rules.scheduleType === 'connection' && {
          label: t.tabs.schedules,
          fields: schedules,
          content: (form) => (
            <WeekHoursField
              form={form}
              help={form.fields.outOfHoursMessage.value.value.trim() ? t.fields.hoursHelp : t.fields.hoursSilent}
            />
          ),
        },
      ]}
    />
  )
}

function useSaving<Connection extends EditedConnection>({
  connection,
  calls,
  close,
  onSaved: report,
}: ConnectionFormDialogProps<Connection>) {
  const t = useTexts('connection').connection
  const { toast, confirm } = useUi()
  const reportMade = useReportMade()
  const saved = useRef<Connection>(undefined)

  async function save(values: v.InferOutput<ReturnType<typeof connectionSchema>>) {
    if (unpairs(connection, values) && !(await confirm({ ...t.importing.confirm, danger: true }))) return false
    const result = await saveConnection(calls, connection, values)
    saved.current = result.connection
    if (result.fileFailed) toast.error(t.fileFailed)
    return true
  }

  function onSaved() {
    if (!saved.current) return
    if (connection) toast.success(t.saved)
    else reportMade(t.saved, saved.current.id)
    close()
    report(saved.current, connection === undefined)
  }

  return { save, onSaved }
}

/** Importing into a paired account unpairs it first. */
const unpairs = (connection: EditedConnection | undefined, values: Parameters<typeof asksForImport>[0]) =>
  connection !== undefined && connection.number !== '' && asksForImport(values, connection)

interface AnsweringFieldsProps {
  form: FormModel<ConnectionValues>
  given: readonly AnsweringRecord[] | undefined
}

function AnsweringFields({ form, given }: AnsweringFieldsProps) {
  useSignals()
  const texts = useTexts('connection')
  const t = texts.connection.answering
  const records = useAnsweringRecords(given)
  const fields: readonly AnsweringField[] = connectionTabs.integrations
  const chosen = fields.find((name) => form.fields[name].value.value !== null)
  const fieldError = fields.map((name) => form.fields[name].error.value).find((error) => error !== null)

  function choose(value: string | null) {
    const [field, id] = value?.split(' ') ?? []
    for (const name of fields) form.fields[name].set(name === field ? Number(id) : null)
  }

  return (
    <>
      {records?.length === 0 && <Note icon={Info}>{t.none}</Note>}
      <Field
        id={form.fields.integrationId.id}
        label={t.label}
        help={t.help}
        error={fieldError ? fieldErrorText(texts, fieldError) : null}
      >
        <Combobox<string>
          value={chosen ? keyOf(chosen, form.fields[chosen].value.value ?? 0) : null}
          onValueChange={choose}
          options={(records ?? []).map((record) => optionOf(record, t.kinds))}
          placeholder={t.menu}
        />
      </Field>
    </>
  )
}

const keyOf = (field: AnsweringField, id: number) => `${field} ${id}`

function optionOf({ field, id, name }: AnsweringRecord, kinds: Record<AnsweringField, string>): Option<string> {
  return { value: keyOf(field, id), label: name, description: kinds[field] }
}

interface RatingFieldsProps {
  form: FormModel<ConnectionValues>
  rules: Pick<ConnectionRules, 'rates' | 'foreign'>
}

function RatingFields({ form, rules: { rates, foreign } }: RatingFieldsProps) {
  const t = useTexts('connection').connection.fields
  return (
    <>
      <SettingGateNote gate="rating" settings={foreign} />
      <TextField form={form} name="ratingMessage" label={t.rating} help={t.ratingHelp} required={rates} rows={4} />
      <div className="form-row">
        <NumberField
          form={form}
          name="maxUseBotQueuesNPS"
          label={t.ratingRepeats}
          help={t.ratingRepeatsHelp}
          unit={t.times}
          example={3}
        />
        {rates && (
          <NumberField
            form={form}
            name="expiresTicketNPS"
            label={t.ratingExpires}
            required
            unit={t.minutes}
            example={60}
          />
        )}
      </div>
      <VariableList label={t.variables} />
    </>
  )
}

interface FlowFieldsProps {
  form: FormModel<ConnectionValues>
  given: readonly FlowOption[] | undefined
}

function FlowFields({ form, given }: FlowFieldsProps) {
  const t = useTexts('connection').connection
  const own = useFlows(given === undefined)
  const flows = given ?? own
  return (
    <>
      {flows?.length === 0 && <Note icon={Info}>{t.flows.none}</Note>}
      <FlowField form={form} name="flowIdWelcome" label={t.flows.welcome} help={t.flows.welcomeHelp} flows={flows} />
      <FlowField form={form} name="flowIdNotPhrase" label={t.flows.other} help={t.flows.otherHelp} flows={flows} />
      <FormField form={form} name="flowIdsScheduled" label={t.flows.scheduled} help={t.flows.scheduledHelp}>
        {({ value, onValueChange, ...field }) => (
          <MultiCombobox<number>
            {...field}
            value={value}
            options={scheduledOptions(flows, value)}
            selected={flowOptions(flows, t.flows.inactive)}
            onValueChange={onValueChange}
            placeholder={t.flows.scheduledPlaceholder}
          />
        )}
      </FormField>
    </>
  )
}

interface FlowFieldProps {
  form: FormModel<ConnectionValues>
  name: 'flowIdWelcome' | 'flowIdNotPhrase'
  label: string
  help: string
  flows: readonly FlowOption[] | undefined
}

function FlowField({ form, name, label, help, flows }: FlowFieldProps) {
  const t = useTexts('connection').connection.flows
  return (
    <FormField form={form} name={name} label={label} help={help}>
      {(field) => (
        <Combobox<number> {...field} options={flowOptions(flows, t.inactive)} placeholder={t.noFlow} clearable />
      )}
    </FormField>
  )
}

/** Flows without a time would never run by it. */
function scheduledOptions(flows: readonly FlowOption[] | undefined, chosen: readonly number[]): Option<number>[] {
  return (flows ?? [])
    .filter(({ id, scheduledTimeRun }) => scheduledTimeRun !== null || chosen.includes(id))
    .map(({ id, name, scheduledTimeRun }) => ({
      value: id,
      label: name,
      description: scheduledTimeRun?.replace('-', ' – ') ?? '',
    }))
}

type AnsweringField = 'integrationId' | 'promptId' | 'agentId'

interface AnsweringRecord {
  field: AnsweringField
  id: number
  name: string
}

/** As the plan includes them; undefined while loading. @param given of another company */
function useAnsweringRecords(given?: readonly AnsweringRecord[]): readonly AnsweringRecord[] | undefined {
  const { useIntegrations: hasIntegrations, useOpenAi: hasAi } = useUser().plan
  const found = useLookup(async (api, signal) => {
    const sources = [...(hasIntegrations ? [integrations] : []), ...(hasAi ? [prompts, agents] : [])]
    return (await Promise.all(sources.map((source) => source(api, signal)))).flat()
  }, given === undefined)
  return given ?? found
}

type Source = (api: ApiClient, signal: AbortSignal) => Promise<AnsweringRecord[]>

export const recordsOf = (field: AnsweringField, found: readonly { id: number; name: string }[]) =>
  found.map(({ id, name }): AnsweringRecord => ({ field, id, name }))

const integrations: Source = async (api, signal) =>
  recordsOf('integrationId', await api.get('/queueIntegration/list', { signal }))
const prompts: Source = async (api, signal) => recordsOf('promptId', (await api.get('/prompt', { signal })).prompts)
const agents: Source = async (api, signal) => recordsOf('agentId', await api.get('/agents', { signal }))
