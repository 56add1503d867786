import type { DeliveryView } from '../../../src/webhook/webhook.calls'
import { useFormat, useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { type Column, DataTable } from '../../ui/table/data-table'
import { EmptyState } from '../../ui/feedback/feedback'
import { RefreshCw, Send, Webhook } from '../../ui/icons'
import { StatusPill } from '../../ui/display/labels'
import { useUi } from '../../ui/context/ui-context'
import { useAttempt } from '../../ui/form/use-attempt'
import { TableMoment } from '../../ui/table/table-cells'
import { useEffect, useState } from 'react'
import type { ApiClient } from '../../api/api-client'

interface DeliveryLogProps {
  access: WebhookAccess
  deliveries: Deliveries
  isOn: boolean
}

export function DeliveryLog({ access, deliveries, isOn }: DeliveryLogProps) {
  const t = useTexts('webhook').webhook
  const { rows, loading, error, reload } = deliveries
  const send = useSendAgain(access, reload)
  return (
    <section className="webhook-log stack gap-3" aria-label={t.log}>
      <header className="webhook-log-head">
        <div>
          <h2>{t.log}</h2>
          <p>{t.logHelp}</p>
        </div>
        <Button size="s" icon={RefreshCw} loading={loading && rows.length > 0} onClick={() => reload()}>
          {t.reload}
        </Button>
      </header>
      <DataTable
        label={t.log}
        columns={useColumns(access)}
        rows={rows}
        rowKey={({ id }) => id}
        loading={loading && rows.length === 0}
        error={rows.length === 0 ? error : undefined}
        onRetry={() => reload()}
        actions={(delivery) => [
          {
            label: t.sendAgain,
            icon: Send,
            disabled: !isOn || !delivery.maySendAgain,
            onSelect: () => send(delivery),
          },
        ]}
        empty={<EmptyState icon={Webhook} title={t.empty} text={t.emptyText} />}
      />
    </section>
  )
}

function useSendAgain({ sendAgain }: WebhookAccess, reload: () => Promise<unknown>) {
  const t = useTexts('webhook').webhook
  const { toast } = useUi()
  const attempt = useAttempt()
  return async ({ id }: DeliveryView) => {
    await attempt(async () => {
      const { ok, status, error } = await sendAgain(id)
      if (ok) toast.success(t.sentAgain)
      else toast.error(t.testFailed(t.failure(status, error)))
    })
    await reload()
  }
}

const pills = { queued: 'warning', sent: 'success', dead: 'danger' } as const

function useColumns({ owner }: WebhookAccess): Column<DeliveryView>[] {
  const t = useTexts('webhook').webhook
  const format = useFormat()
  const companyColumn: Column<DeliveryView> = {
    id: 'company',
    header: t.columns.company,
    cell: ({ company }) => (company ? <bdi>{company.name}</bdi> : <span className="subtle">{t.noCompany}</span>),
  }
  return [
    { id: 'event', header: t.columns.event, cell: ({ event }) => <code className="webhook-event">{event}</code> },
    ...(owner === 'host' ? [companyColumn] : []),
    {
      id: 'state',
      compact: 'value',
      header: t.columns.state,
      cell: ({ state, status, error, attempts }) => (
        <span className="webhook-state inline-row wraps">
          <StatusPill kind={pills[state]}>{t.states[state]}</StatusPill>
          <span className="webhook-detail">
            {error ? t.failure(status, error) : status}
            {attempts > 1 && ` · ${t.attempts(attempts)}`}
          </span>
        </span>
      ),
    },
    {
      id: 'duration',
      header: t.columns.duration,
      align: 'end',
      width: '110px',
      wideOnly: true,
      cell: ({ durationMs }) =>
        durationMs === null ? '' : <span className="tabular">{format.number(durationMs)} ms</span>,
    },
    {
      id: 'attemptedAt',
      compact: 'value',
      header: t.columns.attemptedAt,
      width: '150px',
      cell: ({ attemptedAt }) => <TableMoment at={attemptedAt} />,
    },
  ]
}

interface Deliveries {
  rows: readonly DeliveryView[]
  loading: boolean
  error: unknown
  reload: () => Promise<unknown>
}

/** Returns the newest deliveries once the panel is open. A failed reload keeps those that are displayed. */
export function useDeliveries({ listDeliveries }: WebhookAccess): Deliveries {
  const [rows, setRows] = useState<readonly DeliveryView[]>([])
  const [loading, setLoading] = useState(true)
  const [error, setError] = useState<unknown>()

  async function reload() {
    setLoading(true)
    try {
      setRows(await listDeliveries())
      setError(undefined)
    } catch (cause) {
      setError(cause)
    }
    setLoading(false)
  }

  useEffect(() => void reload(), [])
  return { rows, loading, error, reload }
}

export function hostWebhook(api: ApiClient) {
  return {
    owner: 'host' as const,
    save: (body: { url: string; withTexts: boolean }) => api.put('/gestor-webhook', { body }),
    replaceSecret: () => api.post('/gestor-webhook/secret'),
    test: () => api.post('/gestor-webhook/test'),
    listDeliveries: () => api.get('/gestor-webhook/deliveries'),
    sendAgain: (id: number) => api.post('/gestor-webhook/deliveries/:id/send', { params: { id } }),
  }
}

export function companyWebhook(api: ApiClient): WebhookAccess {
  return {
    owner: 'company',
    save: (body) => api.put('/company-webhook', { body }),
    replaceSecret: () => api.post('/company-webhook/secret'),
    test: () => api.post('/company-webhook/test'),
    listDeliveries: () => api.get('/company-webhook/deliveries'),
    sendAgain: (id) => api.post('/company-webhook/deliveries/:id/send', { params: { id } }),
  }
}

/** The calls of the webhook that receives the status of a connection's messages. It has no texts to send. */
export function connectionWebhook(api: ApiClient, id: number): WebhookAccess {
  const params = { id }
  return {
    owner: 'connection',
    whatsappId: id,
    save: async ({ url }) => ({
      ...(await api.put('/connection-webhooks/:id', { params, body: { url } })),
      withTexts: false,
    }),
    replaceSecret: () => api.post('/connection-webhooks/:id/secret', { params }),
    test: () => api.post('/connection-webhooks/:id/test', { params }),
    listDeliveries: () => api.get('/connection-webhooks/:id/deliveries', { params }),
    sendAgain: (deliveryId) =>
      api.post('/connection-webhooks/:id/deliveries/:deliveryId/send', { params: { id, deliveryId } }),
  }
}

export interface WebhookAccess extends Omit<ReturnType<typeof hostWebhook>, 'owner'> {
  owner: 'host' | 'company' | 'connection'
  whatsappId?: number
}
