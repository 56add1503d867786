import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import type { ConnectionView } from '../../src/connection/connection.calls'
import { useApp, useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { WeekHoursField } from '../queue/week-hours-field'
import { Dialog } from '../ui/dialog'
import { ErrorState } from '../ui/error-state'
import { useForm } from '../ui/form'
import { FormDialog } from '../ui/form-dialog'
import { SkeletonRows } from '../ui/skeleton'
import { Tabs } from '../ui/tabs'
import { useFormTabs } from '../ui/use-form-tabs'
import { useUi } from '../ui/ui-context'
import { ChatbotFields } from './chatbot-fields'
import {
  type ConnectionRules,
  connectionSchema,
  type ConnectionTab,
  connectionTabs,
  type ConnectionValues,
  newConnection,
  valuesOf,
} from './connection-form'
import { GeneralFields } from './general-fields'
import type { ConnectionsData } from './load-connections'
import { MessageFields } from './message-fields'
import { RatingFields } from './rating-fields'
import { saveConnection } from './save-connection'

interface ConnectionDialogProps {
  /** Undefined to add one. */
  id: number | undefined
  queues: ConnectionsData['queues']
  close: () => void
  onCreated: (connection: ConnectionView) => void
}

/** Loads the connection first: its token comes with the one that is edited only. */
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
  const { toast } = useUi()
  const rules = useRules()
  const created = useRef<ConnectionView>(undefined)
  const form = useForm({
    schema: connectionSchema(rules),
    initial: connection ? valuesOf(connection, rules) : newConnection(rules),
    async save(values) {
      const saved = await saveConnection(api, connection, values)
      if (!connection) created.current = saved.connection
      if (saved.fileFailed) toast.error(t.fileFailed)
    },
  })
  const tabs = useFormTabs<ConnectionValues, ConnectionTab>(form, connectionTabs)
  const hasHours = rules.scheduleType === 'connection'

  function saved() {
    toast.success(t.saved)
    if (created.current) onCreated(created.current)
    else close()
  }

  return (
    <FormDialog size="l" title={connection ? t.editTitle : t.addTitle} form={tabs.form} close={close} onSaved={saved}>
      <Tabs
        label={t.tabs.label}
        value={tabs.tab}
        onValueChange={tabs.setTab}
        items={[
          { value: 'general', label: t.tabs.general },
          { value: 'messages', label: t.tabs.messages },
          { value: 'chatbot', label: t.tabs.chatbot },
          { value: 'rating', label: t.tabs.rating },
          ...(hasHours ? [{ value: 'schedules' as const, label: t.tabs.schedules }] : []),
        ]}
      >
        <div className="dialog-tab">
          {tabs.tab === 'general' && <GeneralFields form={form} queues={queues} connection={connection} />}
          {tabs.tab === 'messages' && <MessageFields form={form} connection={connection} rules={rules} />}
          {tabs.tab === 'chatbot' && <ChatbotFields form={form} queues={queues} />}
          {tabs.tab === 'rating' && <RatingFields form={form} rates={rules.rates} />}
          {tabs.tab === 'schedules' && <WeekHoursField form={form} help={t.fields.hoursHelp} />}
        </div>
      </Tabs>
    </FormDialog>
  )
}

function useRules(): ConnectionRules {
  const { userRating, scheduleType = 'disabled' } = useUser().company.companieSettings
  return { rates: userRating === 'enabled', scheduleType }
}
