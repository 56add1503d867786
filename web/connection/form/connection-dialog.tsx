import { useEffect, useMemo, useState } from 'react'
import type { ConnectionView } from '../../../src/connection/connection.calls'
import { useApp, useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { Dialog } from '../../ui/dialog/dialog'
import { SkeletonRows, ErrorState } from '../../ui/feedback/feedback'
import { connectionRules } from './connection-form'
import { ConnectionFormDialog } from './connection-form-dialog'
import type { ConnectionsData } from '../load-connections'
import { ownConnectionCalls } from './save-connection'

interface ConnectionDialogProps {
  id: number | undefined
  queues: ConnectionsData['queues']
  close: () => void
  onCreated: (connection: ConnectionView) => void
}

/** Loads the connection first, because the list leaves out its token. */
export function ConnectionDialog({ id, queues, close, onCreated }: ConnectionDialogProps) {
  const t = useTexts('connection').connection
  const { api } = useApp()
  const { company, plan } = useUser()
  const calls = useMemo(() => ownConnectionCalls(api), [api])
  const { connection, error, load } = useConnection(id)
  if (id === undefined || connection) {
    return (
      <ConnectionFormDialog
        connection={connection}
        queues={queues}
        rules={connectionRules(plan, company.companieSettings, queues.length)}
        calls={calls}
        close={close}
        onSaved={(saved, isNew) => isNew && onCreated(saved)}
      />
    )
  }
  return (
    <Dialog open size="l" title={t.editTitle} onClose={close}>
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
