import { HolidayBody } from '../../src/queue/holiday/holiday.contract'
import type { HolidayView } from '../../src/queue/holiday/holiday.record'
import { useTexts } from '../i18n/i18n'
import type { ListPage } from '../live/list-items'
import type { PageProps } from '../page/page-definition'
import { RecordDialog } from '../records/record-dialog'
import { recordLoader, recordSource } from '../records/record-source'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import { DateInput } from '../ui/field/date-input'
import { CalendarX } from '../ui/icons'
import { FormField, TextField } from '../ui/form/form-field'
import { NationalHolidays } from './national-holidays'

const holidays = recordSource('/holidays', {
  live: 'holiday',
  compare: (a: HolidayView, b: HolidayView) => (a.day < b.day ? -1 : 1),
  searched: ({ name, day }: HolidayView) => `${name} ${day}`,
})
export const load = recordLoader(holidays)

export function page({ data }: PageProps<ListPage<HolidayView>>) {
  const t = useTexts('holiday').holiday
  const list = useRecordList(holidays, data)
  return (
    <RecordsPage
      list={list}
      texts={t}
      icon={CalendarX}
      columns={[
        {
          id: 'day',
          header: t.fields.day,
          width: '140px',
          cell: ({ day }) => <span className="tabular">{day.split('-').reverse().join('/')}</span>,
        },
        { id: 'name', header: t.fields.name, cell: ({ name }) => <bdi>{name}</bdi> },
      ]}
      headerActions={<NationalHolidays reload={() => list.reload()} />}
      form={(holiday, close) => (
        <RecordDialog record={holiday} texts={t} schema={HolidayBody} path="/holidays" close={close}>
          {(form) => (
            <>
              <FormField form={form} name="day" label={t.fields.day} required>
                {(field) => <DateInput {...field} />}
              </FormField>
              <TextField form={form} name="name" label={t.fields.name} required />
            </>
          )}
        </RecordDialog>
      )}
      remove={{ path: '/holidays/:id' }}
    />
  )
}
