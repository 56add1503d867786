import { useEffect, useMemo, useState } from 'react'
import type { CompanyConnection } from '../../../src/connection/connection.calls'
import type { ConnectionChoices } from '../../../src/connection-support/connection-support.calls'
import type { ApiClient } from '../../api/api-client'
import { useApp } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { Dialog } from '../../ui/dialog/dialog'
import { ErrorState } from '../../ui/feedback/error-state'
import { SkeletonRows } from '../../ui/feedback/skeleton'
import { connectionRules } from '../form/connection-form'
import { ConnectionFormDialog } from '../form/connection-form-dialog'
import type { ConnectionCalls } from '../form/save-connection'
import { recordsOf } from '../form/use-answering-records'

interface SupportConnectionDialogProps {
  companyId: number
  connection: CompanyConnection | undefined
  close: () => void
  onSaved: (saved: CompanyConnection, isNew: boolean) => void
}

/** The form of another company's connection, for the host. The token stays with the company. */
export function SupportConnectionDialog({ companyId, connection, close, onSaved }: SupportConnectionDialogProps) {
  const t = useTexts('connection').connection
  const { api } = useApp()
  const calls = useMemo(() => supportConnectionCalls(api, companyId), [api, companyId])
  const { choices, error, load } = useChoices(companyId)
  if (!choices) {
    return (
      <Dialog open size="l" title={connection ? t.editTitle : t.addTitle} onClose={close}>
        <div className="dialog-tab">
          {error ? <ErrorState error={error} onRetry={load} /> : <SkeletonRows count={5} picture={false} />}
        </div>
      </Dialog>
    )
  }
  const { queues, integrations, prompts, agents, flows, settings, plan } = choices
  return (
    <ConnectionFormDialog
      connection={connection}
      queues={queues}
      rules={connectionRules(plan, settings, queues.length, true)}
      calls={calls}
      answering={[
        ...recordsOf('integrationId', integrations),
        ...recordsOf('promptId', prompts),
        ...recordsOf('agentId', agents),
      ]}
      flows={flows}
      hasToken={false}
      close={close}
      onSaved={onSaved}
    />
  )
}

function useChoices(companyId: number) {
  const { api } = useApp()
  const [choices, setChoices] = useState<ConnectionChoices>()
  const [error, setError] = useState<unknown>()

  function load() {
    setError(undefined)
    api.get('/companies/:id/connection-choices', { params: { id: companyId } }).then(setChoices, setError)
  }
  useEffect(load, [api, companyId])
  return { choices, error, load }
}

function supportConnectionCalls(api: ApiClient, companyId: number): ConnectionCalls<CompanyConnection> {
  const path = '/companies/:id/connections/:connectionId'
  const about = (connectionId: number) => ({ params: { id: companyId, connectionId } })
  return {
    create: ({ token: _, ...body }) => api.post('/companies/:id/connections', { params: { id: companyId }, body }),
    update: (id, { token: _, ...body }) => api.put(path, { ...about(id), body }),
    uploadGreeting: (id, form) => api.upload(`${path}/media-upload`, { ...about(id), form }),
    removeGreeting: (id) => api.delete(`${path}/media-upload`, about(id)),
  }
}
