import { useSignals } from '@preact/signals-react/runtime'
import { CalendarClock, Plus } from '../ui/icons'
import { useEffect, useState, type ReactNode } from 'react'
import type { SchedulePage, ScheduleView } from '../../src/schedule/schedule.calls'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { searchWord, useAddressWord } from '../page/address-word'
import { Button } from '../ui/button'
import { DataTable } from '../ui/data-table'
import { EmptyState } from '../ui/empty-state'
import { MoreFailed } from '../ui/more-failed'
import { PageHeader } from '../ui/page-header'
import type { RowAction } from '../ui/row-actions'
import { Screen } from '../ui/screen'
import { SearchInput } from '../ui/search-input'
import { createScheduleList, followSchedules } from './schedule-list'
import { useScheduleColumns } from './use-schedule-columns'

export interface ScheduleScreenProps<First> {
  first: First
  /** What that was searched for. */
  searched: string
  /** At the end of the header. */
  head: ReactNode
  actions: (schedule: ScheduleView) => readonly RowAction[]
  onOpen: (schedule: ScheduleView) => void
  /** Begins a new one, perhaps for a day (YYYY-MM-DD). */
  onAdd: (day?: string) => void
}

/** All of them, what is still to come first. */
export function ScheduleListScreen({
  first,
  searched,
  head,
  actions,
  onOpen,
  onAdd,
}: ScheduleScreenProps<SchedulePage>) {
  useSignals()
  const t = useTexts('schedule').schedule
  const { api, live } = useApp()
  const [list] = useState(() => createScheduleList(api, first, searched))
  useEffect(() => followSchedules(list, live), [list, live])
  useAddressWord(searchWord, list.searchText.value)
  const schedules = list.items.value
  const [loading, failed] = [list.loading.value, list.failed.value]

  const add = (
    <Button variant="primary" icon={Plus} onClick={() => onAdd()}>
      {t.add}
    </Button>
  )
  const search = <SearchInput value={list.searchText.value} onSearch={list.search} placeholder={t.searchPlaceholder} />
  const empty = list.searchText.value ? (
    <EmptyState icon={CalendarClock} title={t.nothingFound} />
  ) : (
    <EmptyState icon={CalendarClock} title={t.emptyTitle} text={t.emptyText} action={add} />
  )
  return (
    <Screen
      header={<PageHeader title={t.title} count={list.count.value} search={search} actions={head} />}
      length={schedules.length}
      onEndReached={() => void list.loadMore()}
    >
      <DataTable
        label={t.title}
        columns={useScheduleColumns()}
        rows={schedules}
        rowKey={({ id }) => id}
        onOpen={onOpen}
        actions={actions}
        loading={loading === 'replace' && schedules.length === 0}
        loadingMore={loading === 'more'}
        error={schedules.length === 0 ? failed : undefined}
        onRetry={() => void list.reload()}
        empty={empty}
        footer={failed && <MoreFailed onRetry={() => void list.loadMore()} />}
      />
    </Screen>
  )
}
