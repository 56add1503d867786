import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { HeldAfterRestore } from '../../src/restore/restore.calls'
import type { HeldKind } from '../../src/restore/restore.contract'
import type { ApiClient } from '../api/api-client'
import { useApp } from '../app/app-context'
import { useFormat, useTexts } from '../i18n/i18n'
import { usePageTitle } from '../page/page-context'
import type { PageProps } from '../page/page-definition'
import { Button } from '../ui/button/button'
import { ActionDialog } from '../ui/dialog/action-dialog'
import { EmptyState, Note } from '../ui/feedback/feedback'
import { useBusyAttempt } from '../ui/form/use-attempt'
import { History } from '../ui/icons'
import { PageHeader, Screen } from '../ui/layout/screen'
import { DataTable } from '../ui/table/data-table'

type Row = HeldAfterRestore['held'][number]

export const load = (api: ApiClient) => api.get('/restore/held')

/** What a restore held back, to be released or discarded by kind. */
export function page({ data }: PageProps<HeldAfterRestore>) {
  useSignals()
  const { restored: t } = useTexts('restored')
  const format = useFormat()
  usePageTitle(t.title)
  const { found, setFound } = useHeld(data)
  const [asked, setAsked] = useState<HeldKind>()
  const { api } = useApp()
  const { busy, attempt } = useBusyAttempt()
  const settle = (kind: HeldKind, action: 'release' | 'discard') =>
    attempt(
      async () => setFound(await api.post(`/restore/held/:kind/${action}`, { params: { kind } })),
      action === 'release' ? t.released : t.discarded,
    )
  const columns = [
    {
      id: 'kind',
      header: t.kind,
      cell: ({ kind }: Row) => (
        <div className="stack">
          <strong>{t.kinds[kind]}</strong>
          <span className="subtle">{t.helps[kind]}</span>
        </div>
      ),
    },
    {
      id: 'count',
      header: t.count,
      compact: 'labelled' as const,
      width: '88px',
      cell: ({ count }: Row) => <span className="tabular">{format.number(count)}</span>,
    },
    {
      id: 'settle',
      header: t.decision,
      compact: 'value' as const,
      width: '220px',
      cell: ({ kind }: Row) => (
        <div className="row">
          <Button onClick={() => setAsked(kind)} disabled={busy}>
            {t.discard}
          </Button>
          <Button variant="primary" onClick={() => void settle(kind, 'release')} disabled={busy}>
            {t.release}
          </Button>
        </div>
      ),
    },
  ]
  return (
    <Screen header={<PageHeader title={t.title} />}>
      {found.held.length > 0 && (
        <Note icon={History}>{found.stateOf ? t.stateOf(format.dateTime(found.stateOf)) : t.unknown}</Note>
      )}
      <DataTable
        label={t.title}
        columns={columns}
        rows={found.held}
        rowKey={({ kind }) => kind}
        empty={<EmptyState icon={History} title={t.none} text={t.noneText} />}
      />
      {asked && (
        <ActionDialog
          title={t.ask(t.kinds[asked])}
          description={t.askText}
          size="s"
          alert
          action={t.discard}
          busy={busy}
          onClose={() => setAsked(undefined)}
          onAction={async () => {
            if (await settle(asked, 'discard')) setAsked(undefined)
          }}
        />
      )}
    </Screen>
  )
}

function useHeld(first: HeldAfterRestore) {
  const { api, live } = useApp()
  const [found, setFound] = useState(first)
  useEffect(() => {
    const refresh = () => void load(api).then(setFound, () => {})
    const stops = (['heldAfterRestore', 'reload'] as const).map((event) => live.observe(event, refresh))
    return () => stops.forEach((stop) => stop())
  }, [api, live])
  return { found, setFound }
}
