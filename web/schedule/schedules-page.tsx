import { useSignals } from '@preact/signals-react/runtime'
import { CalendarClock, Pencil, Plus, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ScheduleView } from '../../src/schedule/schedule.contract'
import { canChangeSchedule } from '../../src/schedule/schedule.policy'
import { useApp, useUser } from '../app-context'
import { errorText } from '../i18n/error-text'
import { useTexts } from '../i18n/i18n'
import type { PageProps } from '../page/page-definition'
import { usePageTitle } from '../page/page-title'
import { actorOf } from '../session/session-actor'
import { Button } from '../ui/button'
import { DataTable } from '../ui/data-table'
import { EmptyState } from '../ui/empty-state'
import { MoreFailed } from '../ui/more-failed'
import { PageHeader } from '../ui/page-header'
import type { RowAction } from '../ui/row-actions'
import { Screen } from '../ui/screen'
import { SearchInput } from '../ui/search-input'
import { useAttempt } from '../ui/use-attempt'
import { useUi } from '../ui/ui-context'
import type { SchedulesData } from './load-schedules'
import { ScheduleDialog } from './schedule-dialog'
import { createScheduleList, followSchedules } from './schedule-list'
import { useScheduleColumns } from './use-schedule-columns'

export function page({ data, query }: PageProps<SchedulesData>) {
  useSignals()
  const t = useTexts('schedule').schedule
  const { api, live, navigation } = useApp()
  const { companyId } = useUser()
  const [list] = useState(() => createScheduleList(api, data.page))
  const [edited, setEdited] = useState<ScheduleView | 'new' | undefined>(query.has('contactId') ? 'new' : undefined)
  const { open, actions } = useScheduleActions(setEdited)
  usePageTitle(t.title)
  useEffect(() => followSchedules(list, live, companyId), [list, live, companyId])
  const schedules = list.items.value
  const [loading, failed] = [list.loading.value, list.failed.value]

  function close() {
    setEdited(undefined)
    if (query.has('contactId')) navigation.replaceQuery(new URLSearchParams())
  }

  const add = (
    <Button variant="primary" icon={Plus} onClick={() => setEdited('new')}>
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
      header={<PageHeader title={t.title} count={list.count.value} search={search} actions={add} />}
      length={schedules.length}
      onEndReached={() => void list.loadMore()}
    >
      <DataTable
        label={t.title}
        columns={useScheduleColumns()}
        rows={schedules}
        rowKey={({ id }) => id}
        onOpen={open}
        actions={actions}
        loading={loading === 'replace' && schedules.length === 0}
        loadingMore={loading === 'more'}
        error={schedules.length === 0 ? failed : undefined}
        onRetry={() => void list.reload()}
        empty={empty}
        footer={failed && <MoreFailed onRetry={() => void list.loadMore()} />}
      />
      {edited && (
        <ScheduleDialog
          schedule={edited === 'new' ? undefined : edited}
          contact={edited === 'new' && query.has('contactId') ? data.contact : undefined}
          close={close}
        />
      )}
    </Screen>
  )
}

function useScheduleActions(edit: (schedule: ScheduleView) => void) {
  useSignals()
  const texts = useTexts('schedule')
  const { schedule: t, ui } = texts
  const { api } = useApp()
  const { confirm, toast } = useUi()
  const actor = actorOf(useUser())
  const attempt = useAttempt()

  async function remove({ id, contact, status }: ScheduleView) {
    const isSent = status === 'ENVIADA' || status === 'AGENDADA'
    const text = isSent ? t.deleteSentText(contact.name) : t.deleteText(contact.name)
    const yes = await confirm({ title: t.deleteTitle, text, action: t.deleteAction, danger: true })
    if (yes) await attempt(() => api.delete(`/schedules/${id}`), t.deleted)
  }

  function actions(schedule: ScheduleView): RowAction[] {
    const disabled = !canChangeSchedule(actor, schedule)
    return [
      { label: ui.edit, icon: Pencil, disabled, onSelect: () => edit(schedule) },
      { label: ui.delete, icon: Trash2, danger: true, disabled, onSelect: () => void remove(schedule) },
    ]
  }

  function open(schedule: ScheduleView) {
    if (canChangeSchedule(actor, schedule)) edit(schedule)
    else toast.error(errorText(texts, 'ERR_NO_PERMISSION'))
  }

  return { actions, open }
}
