import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { SupportLogEntry } from '../../src/connection-support/connection-support.calls'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { createRecordList } from '../records/record-list'
import { pageOfRecords, type RecordSource } from '../records/record-source'
import { Button } from '../ui/button/button'
import { Dialog } from '../ui/dialog/dialog'
import { EmptyState } from '../ui/feedback/empty-state'
import { History } from '../ui/icons'
import { DataTable, type Column } from '../ui/table/data-table'
import { NoValue } from '../ui/table/no-value'
import { TableMoment } from '../ui/table/table-moment'

const entries: RecordSource<SupportLogEntry> = {
  fetchPage: async (api, { pageNumber, signal }) =>
    pageOfRecords(await api.get('/support-log', { query: { pageNumber }, signal })),
  compare: (a, b) => b.id - a.id,
}

/** What the host did to the company's connections. */
export function SupportLogDialog({ close }: { close: () => void }) {
  useSignals()
  const t = useTexts('setting').setting.supportLog
  const { api } = useApp()
  const [list] = useState(() => createRecordList(entries, api))
  useEffect(() => void list.reload(), [list])
  const isLoading = list.loading.value !== 'idle'
  return (
    <Dialog open size="l" title={t.title} onClose={close}>
      <DataTable
        label={t.title}
        columns={useColumns()}
        rows={list.items.value}
        rowKey={({ id }) => id}
        loading={isLoading && list.items.value.length === 0}
        loadingMore={isLoading && list.items.value.length > 0}
        error={list.failed.value}
        onRetry={() => list.retry()}
        empty={<EmptyState icon={History} title={t.none} />}
      />
      {list.hasMore.value && !isLoading && !list.failed.value && (
        <Button onClick={() => list.loadMore()}>{t.more}</Button>
      )}
    </Dialog>
  )
}

function useColumns(): Column<SupportLogEntry>[] {
  const t = useTexts('setting').setting.supportLog
  return [
    {
      id: 'at',
      header: t.columns.at,
      width: '140px',
      cell: ({ at }) => <TableMoment at={at} />,
    },
    {
      id: 'user',
      compact: 'value',
      header: t.columns.user,
      cell: ({ userName }) => <bdi>{userName || t.deletedUser}</bdi>,
    },
    { id: 'what', compact: 'value', header: t.columns.what, cell: ({ what }) => t.acts[what] },
    {
      id: 'connection',
      header: t.columns.connection,
      cell: ({ connectionName }) => (connectionName === null ? <NoValue /> : <bdi>{connectionName}</bdi>),
    },
  ]
}
