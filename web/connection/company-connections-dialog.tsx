import { useEffect, useState } from 'react'
import type { CompanyConnection, ConnectionCountView } from '../../src/connection/connection.calls'
import { useApp } from '../app/app-context'
import { useFormat, useTexts } from '../i18n/i18n'
import { DataTable, type Column } from '../ui/data-table'
import { Dialog } from '../ui/dialog'
import { Star } from '../ui/icons'
import { tooltip } from '../ui/tooltip'
import { ChannelIcon } from './channel-icon'
import { ConnectionStatus } from './connection-status'

interface CompanyConnectionsDialogProps {
  company: ConnectionCountView
  close: () => void
}

/** One company's connections for the host, with status but without pairing data. */
export function CompanyConnectionsDialog({ company, close }: CompanyConnectionsDialogProps) {
  const t = useTexts('allConnections').allConnections
  const { api } = useApp()
  const [rows, setRows] = useState<CompanyConnection[]>()
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  const { id, connected, total } = company

  useEffect(() => {
    const aborted = new AbortController()
    api
      .get('/whatsapp/all/:companyId', { params: { companyId: id }, signal: aborted.signal })
      .then(setRows, (cause: unknown) => aborted.signal.aborted || setError(cause))
    return () => aborted.abort()
    // Changed counts mean changed rows.
  }, [api, id, connected, total, attempt])

  function retry() {
    setError(undefined)
    setAttempt(attempt + 1)
  }

  return (
    <Dialog open size="xl" title={<bdi>{t.dialogTitle(company.name)}</bdi>} onClose={close}>
      <DataTable
        label={t.dialogTitle(company.name)}
        columns={useColumns()}
        rows={rows ?? []}
        rowKey={(row) => row.id}
        loading={!rows}
        error={rows ? undefined : error}
        onRetry={retry}
        empty={<p className="subtle">{t.none}</p>}
      />
    </Dialog>
  )
}

function useColumns(): Column<CompanyConnection>[] {
  const t = useTexts('connection').connection
  const format = useFormat()
  return [
    { id: 'name', header: t.columns.name, cell: ({ name }) => <bdi>{name}</bdi> },
    { id: 'channel', header: t.columns.channel, cell: ({ channel }) => <ChannelIcon channel={channel} named /> },
    { id: 'status', header: t.columns.status, cell: (connection) => <ConnectionStatus connection={connection} /> },
    {
      id: 'updatedAt',
      header: t.columns.updatedAt,
      cell: ({ updatedAt }) => <time dateTime={updatedAt}>{format.dateTimeShort(updatedAt)}</time>,
    },
    {
      id: 'isDefault',
      header: t.columns.isDefault,
      cell: ({ isDefault }) =>
        isDefault && (
          <span className="connection-default" role="img" aria-label={t.isDefault} {...tooltip(t.isDefault)}>
            <Star size={16} aria-hidden />
          </span>
        ),
    },
  ]
}
