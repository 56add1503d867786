import { useSignals } from '@preact/signals-react/runtime'
import { CalendarDays, List } from '../ui/icons'
import { useState } from 'react'
import type { ScheduleView } from '../../src/schedule/schedule.calls'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { links } from '../app/links'
import type { PageProps } from '../page/page-definition'
import { searchOf } from '../page/query-parameter'
import { usePageTitle } from '../page/page-context'
import type { MadeRowList } from '../records/made-row'
import { Tabs } from '../ui/layout/tabs'
import { CalendarScreen } from './calendar-screen'
import type { SchedulesData, SchedulesShown } from './load-schedules'
import { ScheduleDialog } from './schedule-dialog'
import { ScheduleListScreen } from './schedule-list-screen'

/** The schedule being edited; undefined for a new one, optionally with a day. */
interface Edited {
  schedule?: ScheduleView
  day?: string
}

export function page({ data, query }: PageProps<SchedulesData>) {
  useSignals()
  const t = useTexts('schedule').schedule
  const { navigation } = useApp()
  const [list, setList] = useState<MadeRowList>()
  const [edited, setEdited] = useState<Edited | undefined>(query.has('contactId') ? {} : undefined)
  usePageTitle(t.title)

  function close() {
    setEdited(undefined)
    if (!query.has('contactId')) return
    const rest = new URLSearchParams(query)
    rest.delete('contactId')
    navigation.replaceQuery(rest)
  }

  const screen = {
    views: <ViewTabs view={data.shown.view} />,
    onOpen: (schedule: ScheduleView) => setEdited({ schedule }),
    onAdd: (day?: string) => setEdited(day === undefined ? {} : { day }),
  }
  return (
    <>
      {data.shown.view === 'list' ? (
        <ScheduleListScreen first={data.shown.page} onList={setList} {...screen} />
      ) : (
        <CalendarScreen first={data.shown.calendar} searched={searchOf(query)} {...screen} />
      )}
      {edited && (
        <ScheduleDialog
          schedule={edited.schedule}
          day={edited.day}
          list={data.shown.view === 'list' ? list : undefined}
          contact={!edited.schedule && query.has('contactId') ? data.contact : undefined}
          close={close}
        />
      )}
    </>
  )
}

function ViewTabs({ view }: { view: SchedulesShown['view'] }) {
  const t = useTexts('schedule').schedule.views
  const { navigation } = useApp()
  return (
    <div className="schedule-views">
      <Tabs
        variant="pill"
        label={t.label}
        value={view}
        onValueChange={(chosen) => void navigation.go(chosen === 'list' ? links.scheduleList() : links.schedules())}
        items={[
          { value: 'calendar', label: t.calendar, icon: CalendarDays },
          { value: 'list', label: t.list, icon: List },
        ]}
      />
    </div>
  )
}
