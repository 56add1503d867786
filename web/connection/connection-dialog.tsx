import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import type { ConnectionView } from '../../src/connection/connection.contract'
import { useApp, useUser } from '../app-context'
import { useTexts } from '../i18n/i18n'
import { Dialog } from '../ui/dialog'
import { ErrorState } from '../ui/error-state'
import { useForm } from '../ui/form'
import { FormDialog } from '../ui/form-dialog'
import { SkeletonRows } from '../ui/skeleton'
import { Tabs } from '../ui/tabs'
import { useFormTabs } from '../ui/use-form-tabs'
import { useUi } from '../ui/ui-context'
import { bodyOf, connectionSchema, connectionTabs, newConnection, valuesOf } from './connection-form'
import { GeneralFields } from './general-fields'
import type { ConnectionsData } from './load-connections'
import { MessageFields } from './message-fields'
import { RatingFields } from './rating-fields'

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
    if (id !== undefined) api.get<ConnectionView>(`/whatsapp/${id}`, { session: 0 }).then(setConnection, setError)
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
  const rates = useUser().company.companieSettings['userRating'] === 'enabled'
  const created = useRef<ConnectionView>(undefined)
  const form = useForm({
    schema: connectionSchema(rates),
    initial: connection ? valuesOf(connection) : newConnection(),
    async save(values) {
      const body = bodyOf(values)
      if (connection) await api.put(`/whatsapp/${connection.id}`, body)
      else created.current = await api.post<ConnectionView>('/whatsapp', { ...body, channel: 'whatsapp' })
    },
  })
  const tabs = useFormTabs(form, connectionTabs)

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
          { value: 'rating', label: t.tabs.rating },
        ]}
      >
        <div className="dialog-tab">
          {tabs.tab === 'general' && <GeneralFields form={form} queues={queues} connection={connection} />}
          {tabs.tab === 'messages' && <MessageFields form={form} />}
          {tabs.tab === 'rating' && <RatingFields form={form} rates={rates} />}
        </div>
      </Tabs>
    </FormDialog>
  )
}
