import type { DeliveryView } from '../../../src/webhook/webhook.calls'
import { useFormat, useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { type Column, DataTable } from '../../ui/table/data-table'
import { EmptyState } from '../../ui/feedback/empty-state'
import { RefreshCw, Send, Webhook } from '../../ui/icons'
import { StatusPill } from '../../ui/display/status-pill'
import { useUi } from '../../ui/context/ui-context'
import { useAttempt } from '../../ui/form/use-attempt'
import type { Deliveries } from './use-deliveries'
import type { WebhookAccess } from './webhook-access'
import { TableMoment } from '../../ui/table/table-moment'

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
