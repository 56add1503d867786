import { useEffect, type ReactNode } from 'react'
import type { ScheduleView } from '../../src/schedule/schedule.calls'
import type { ListPage } from '../live/list-items'
import type { MadeRowList } from '../records/made-row'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import { CalendarClock } from '../ui/icons'
import { scheduleRecords } from './schedule-records'
import { useScheduleColumns } from './use-schedule-columns'
import { useScheduleRules } from './use-schedule-rules'

export interface ScheduleScreenProps<First> {
  first: First
  views: ReactNode
  onOpen: (schedule: ScheduleView) => void
  /** Adds a message, optionally on a day (YYYY-MM-DD). */
  onAdd: (day?: string) => void
}

interface ListScreenProps extends ScheduleScreenProps<ListPage<ScheduleView>> {
  /** Called with the list, which shows new messages. */
  onList: (list: MadeRowList) => void
}

export function ScheduleListScreen({ first, views, onOpen, onAdd, onList }: ListScreenProps) {
  const list = useRecordList(scheduleRecords, first)
  useEffect(() => onList(list), [list])
  return (
    <RecordsPage
      {...useScheduleRules()}
      list={list}
      icon={CalendarClock}
      columns={useScheduleColumns()}
      headerActions={views}
      onOpen={onOpen}
      onAdd={() => onAdd()}
    />
  )
}
