import { SlidersHorizontal } from '../ui/icons'
import { useId, useState } from 'react'
import * as v from 'valibot'
import type { CountedDays } from '../../src/report/report.calls'
import { isInOrder, isInReach, isReportDay, ReportDays } from '../../src/report/report.contract'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { DateInput } from '../ui/field/date-input'
import { useForm } from '../ui/form/form'
import { Form, FormField } from '../ui/form/form-field'
import { NumberField } from '../ui/form/number-field'
import { PageHeader } from '../ui/layout/screen'
import type { DashboardFilter } from './load-dashboard'

const presets = [1, 7, 30, 90] as const

interface DashboardHeaderProps {
  filter: DashboardFilter
  period: CountedDays
  onAsk: (filter: DashboardFilter) => Promise<void>
  onPreset: (filter: DashboardFilter) => void
}

export function DashboardHeader({ filter, period, onAsk, onPreset }: DashboardHeaderProps) {
  const { dashboard } = useTexts('dashboard')
  const t = dashboard.filter
  const formId = useId()
  const dated = filter.date_from !== undefined || filter.date_to !== undefined
  const [open, setOpen] = useState(dated)
  const presetsAndForm = (
    <>
      <div className="dashboard-presets" role="group" aria-label={t.label}>
        {presets.map((days) => (
          <Button
            key={days}
            size="s"
            variant="ghost"
            aria-pressed={!dated && period.days === days}
            onClick={() => onPreset({ days })}
          >
            {days === 1 ? t.today : t.lastDays(days)}
          </Button>
        ))}
      </div>
      <Button icon={SlidersHorizontal} aria-expanded={open} aria-controls={formId} onClick={() => setOpen(!open)}>
        {t.open}
      </Button>
    </>
  )
  return (
    <PageHeader title={dashboard.title} actions={presetsAndForm}>
      <div id={formId} hidden={!open}>
        {open && <FilterForm filter={filter} onAsk={onAsk} />}
      </div>
    </PageHeader>
  )
}

const Day = v.pipe(
  v.string(),
  v.check((text) => text === '' || isReportDay(text), 'date'),
)

const areDays = (...days: string[]) => days.every(isReportDay)

/** The names are those of the call, so that refusals appear at their fields. */
const FilterSchema = v.pipe(
  v.object({
    days: v.nullable(ReportDays),
    date_from: Day,
    date_to: Day,
  }),
  v.forward(
    v.partialCheck(
      [['days'], ['date_from'], ['date_to']],
      ({ days, date_from, date_to }) => days !== null || date_from + date_to !== '',
      'filterEmpty',
    ),
    ['days'],
  ),
  v.forward(
    v.partialCheck(
      [['date_from'], ['date_to']],
      ({ date_from, date_to }) => !areDays(date_from, date_to) || isInOrder(date_from, date_to),
      'endBeforeStart',
    ),
    ['date_to'],
  ),
  v.forward(
    v.partialCheck(
      [['date_from'], ['date_to']],
      ({ date_from, date_to }) => !areDays(date_from, date_to) || isInReach(date_from, date_to),
      'periodTooLong',
    ),
    ['date_to'],
  ),
)

function FilterForm({ filter, onAsk }: Pick<DashboardHeaderProps, 'filter' | 'onAsk'>) {
  const { dashboard } = useTexts('dashboard')
  const t = dashboard.filter
  const form = useForm({
    schema: FilterSchema,
    initial: { days: filter.days ?? null, date_from: filter.date_from ?? '', date_to: filter.date_to ?? '' },
    save: ({ days, date_from, date_to }) =>
      onAsk(days === null ? { date_from: date_from || undefined, date_to: date_to || undefined } : { days }),
  })

  // The period is given by days or by dates; the last input wins.
  const setDays = (days: number | null) => form.set(days === null ? { days } : { days, date_from: '', date_to: '' })
  const setDay = (name: 'date_from' | 'date_to', day: string) =>
    form.set(day ? { [name]: day, days: null } : { [name]: day })

  return (
    <Form form={form} className="dashboard-filter">
      <NumberField
        form={form}
        name="days"
        label={t.days}
        help={t.daysHelp}
        onChange={setDays}
        unit={t.daysUnit}
        example={30}
      />
      <span className="dashboard-filter-or">{t.or}</span>
      <FormField form={form} name="date_from" label={t.from}>
        {(field) => <DateInput {...field} onValueChange={(day) => setDay('date_from', day)} />}
      </FormField>
      <FormField form={form} name="date_to" label={t.to} help={t.toHelp}>
        {(field) => <DateInput {...field} onValueChange={(day) => setDay('date_to', day)} />}
      </FormField>
      <div className="dashboard-filter-actions">
        <Button variant="ghost" onClick={() => form.set({ days: null, date_from: '', date_to: '' })}>
          {t.clear}
        </Button>
        <Button variant="primary" type="submit">
          {t.apply}
        </Button>
      </div>
    </Form>
  )
}
