import type * as v from 'valibot'
import { asksForImport } from '../../../src/connection/save/connection-rules.contract'
import { useSignals } from '@preact/signals-react/runtime'
import { useRef } from 'react'
import type { FlowOption } from '../../flow-choice/use-flows'
import { useFormat, useTexts } from '../../i18n/i18n'
import { WeekHoursField } from '../../queue/week-hours-field'
import { RecordDialog } from '../../records/record-dialog'
import { useReportMade } from '../../records/made-row'
import { useUi } from '../../ui/context/ui-context'
import { AnsweringFields } from './answering-fields'
import { ChatbotFields } from './chatbot-fields'
import {
  type ConnectionRules,
  connectionSchema,
  connectionSwitches,
  connectionTabs,
  type EditedConnection,
  suggestedConnection,
  valuesOf,
} from './connection-form'
import { FlowFields } from './flow-fields'
import { GeneralFields } from './general-fields'
import type { ConnectionsData } from '../load-connections'
import { MessageFields } from './message-fields'
import { RatingFields } from './rating-fields'
import { type ConnectionCalls, saveConnection } from './save-connection'
import type { AnsweringRecord } from './use-answering-records'

interface ConnectionFormDialogProps<Connection extends EditedConnection> {
  /** Undefined to add one. */
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
