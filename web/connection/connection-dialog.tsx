import type * as v from 'valibot'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import type { ConnectionView } from '../../src/connection/connection.calls'
import { useApp, useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { WeekHoursField } from '../queue/week-hours-field'
import { RecordDialog } from '../records/record-dialog'
import { Dialog } from '../ui/dialog'
import { ErrorState } from '../ui/error-state'
import { SkeletonRows } from '../ui/skeleton'
import { useUi } from '../ui/ui-context'
import { AnsweringFields } from './answering-fields'
import { ChatbotFields } from './chatbot-fields'
import {
  connectionImportFields,
  type ConnectionRules,
  type ImportValues,
  connectionSchema,
  connectionTabs,
  suggestedConnection,
  valuesOf,
} from './connection-form'
import { FlowFields } from './flow-fields'
import { GeneralFields } from './general-fields'
import type { ConnectionsData } from './load-connections'
import { MessageFields } from './message-fields'
import { RatingFields } from './rating-fields'
import { saveConnection } from './save-connection'

interface ConnectionDialogProps {
  /** Undefined to add a connection. */
  id: number | undefined
  queues: ConnectionsData['queues']
  close: () => void
  onCreated: (connection: ConnectionView) => void
}

/** Loads the connection first, because only the single call includes its token. */
export function ConnectionDialog({ id, ...props }: ConnectionDialogProps) {
  const t = useTexts('connection').connection
  const { connection, error, load } = useConnection(id)
  if (id === undefined || connection) return <OpenDialog {...props} connection={connection} />
  return (
    <Dialog open size="l" title={t.editTitle} onClose={props.close}>
      <div className="dialog-tab">
        {error ? <ErrorState error={error} onRetry={load} /> : <SkeletonRows count={5} picture={false} />}
      </div>
    </Dialog>
  )
}

function useConnection(id: number | undefined) {
  const { api } = useApp()
  const [connection, setConnection] = useState<ConnectionView>()
  const [error, setError] = useState<unknown>()

  function load() {
    setError(undefined)
    if (id !== undefined)
      api.get('/whatsapp/:id', { params: { id } }).then((found) => 'number' in found && setConnection(found), setError)
  }
  useEffect(load, [api, id])
  return { connection, error, load }
}

type OpenDialogProps = Omit<ConnectionDialogProps, 'id'> & { connection: ConnectionView | undefined }

function OpenDialog({ connection, queues, close, onCreated }: OpenDialogProps) {
  useSignals()
  const t = useTexts('connection').connection
  const { api } = useApp()
  const { toast, confirm } = useUi()
  const rules = useRules(queues.length)
  const canceled = useRef(false)
  const created = useRef<ConnectionView>(undefined)

  async function save(values: v.InferOutput<ReturnType<typeof connectionSchema>>) {
    canceled.current = unpairs(connection, values) && !(await confirm({ ...t.importing.confirm, danger: true }))
    if (canceled.current) return
    const saved = await saveConnection(api, connection, values)
    if (!connection) created.current = saved.connection
    if (saved.fileFailed) toast.error(t.fileFailed)
  }

  function onSaved() {
    if (canceled.current) return
    toast.success(t.saved)
    close()
    if (created.current) onCreated(created.current)
  }

  const { general, integrations, messages, chatbot, rating, flows, schedules } = connectionTabs
  return (
    <RecordDialog
      record={connection}
      texts={{ ...t, created: t.saved }}
      schema={connectionSchema(rules)}
      initial={connection ? valuesOf(connection, rules) : suggestedConnection(rules, t.suggested)}
      save={save}
      close={close}
      onSaved={onSaved}
      tabsLabel={t.tabs.label}
      tabs={[
        {
          label: t.tabs.general,
          fields: general,
          content: (form) => <GeneralFields form={form} queues={queues} connection={connection} />,
        },
        rules.integrations && {
          label: t.tabs.integrations,
          fields: integrations,
          content: (form) => <AnsweringFields form={form} />,
        },
        {
          label: t.tabs.messages,
          fields: messages,
          content: (form) => <MessageFields form={form} connection={connection} rules={rules} />,
        },
        { label: t.tabs.chatbot, fields: chatbot, content: (form) => <ChatbotFields form={form} queues={queues} /> },
        { label: t.tabs.rating, fields: rating, content: (form) => <RatingFields form={form} rates={rules.rates} /> },
        rules.flows && { label: t.tabs.flows, fields: flows, content: (form) => <FlowFields form={form} /> },
        rules.scheduleType === 'connection' && {
          label: t.tabs.schedules,
          fields: schedules,
          content: (form) => <WeekHoursField form={form} help={t.fields.hoursHelp} />,
        },
      ]}
    />
  )
}

/** Importing into a paired account unpairs it first. */
function unpairs(connection: ConnectionView | undefined, values: ImportValues) {
  if (!connection || connection.number === '' || !values.enableImportMessage) return false
  return connectionImportFields.some((name) => (values[name] || null) !== (connection[name] || null))
}

function useRules(queueCount: number): ConnectionRules {
  const { company, plan } = useUser()
  const { userRating, enableLGPD, scheduleType = 'disabled' } = company.companieSettings
  const integrations = plan.useIntegrations || plan.useOpenAi
  return {
    integrations,
    flows: plan.useIntegrations,
    rates: userRating === 'enabled',
    lgpd: enableLGPD === 'enabled',
    choosesQueue: queueCount > 1,
    scheduleType,
  }
}
