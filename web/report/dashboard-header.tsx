import { SlidersHorizontal } from '../ui/icons'
import { useId, useState } from 'react'
import * as v from 'valibot'
import { type CountedDays, reportDaysMax } from '../../src/report/report.contract'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button'
import { DateInput } from '../ui/date-input'
import { useForm } from '../ui/form'
import { Form, FormField } from '../ui/form-field'
import { NumberInput } from '../ui/number-input'
import { PageHeader } from '../ui/page-header'
import type { DashboardQuestion } from './load-dashboard'

const presets = [1, 7, 30, 90] as const

interface DashboardHeaderProps {
  question: DashboardQuestion
  /** What is shown. */
  period: CountedDays
  onAsk: (question: DashboardQuestion) => void
}

/** The head of the page, and in it which days: one press for the usual ones, and a form that opens for any other. */
export function DashboardHeader({ question, period, onAsk }: DashboardHeaderProps) {
  const { dashboard } = useTexts('dashboard')
  const t = dashboard.filter
  const formId = useId()
  const dated = question.date_from !== undefined || question.date_to !== undefined
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
            onClick={() => onAsk({ days })}
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
        {open && <FilterForm question={question} onAsk={onAsk} />}
      </div>
    </PageHeader>
  )
}

const FilterSchema = v.pipe(
  v.object({
    days: v.nullable(v.pipe(v.number(), v.integer('integer'), v.minValue(1), v.maxValue(reportDaysMax))),
    from: v.string(),
    to: v.string(),
  }),
  v.forward(
    v.partialCheck(
      [['days'], ['from'], ['to']],
      ({ days, from, to }) => days !== null || from + to !== '',
      'filterEmpty',
    ),
    ['days'],
  ),
  v.forward(
    v.partialCheck([['from'], ['to']], ({ from, to }) => !from || !to || from <= to, 'endBeforeStart'),
    ['to'],
  ),
)

function FilterForm({ question, onAsk }: Pick<DashboardHeaderProps, 'question' | 'onAsk'>) {
  const { dashboard } = useTexts('dashboard')
  const t = dashboard.filter
  const form = useForm({
    schema: FilterSchema,
    initial: { days: question.days ?? null, from: question.date_from ?? '', to: question.date_to ?? '' },
    save: ({ days, from, to }) =>
      onAsk(days === null ? { date_from: from || undefined, date_to: to || undefined } : { days }),
  })

  // One of the two says which days; what is typed last.
  const setDays = (days: number | null) => form.set(days === null ? { days } : { days, from: '', to: '' })
  const setDay = (name: 'from' | 'to', day: string) => form.set(day ? { [name]: day, days: null } : { [name]: day })

  return (
    <Form form={form} className="dashboard-filter">
      <FormField form={form} name="days" label={t.days} help={t.daysHelp}>
        {(field) => <NumberInput {...field} onValueChange={setDays} min={1} max={reportDaysMax} unit={t.daysUnit} />}
      </FormField>
      <span className="dashboard-filter-or">{t.or}</span>
      <FormField form={form} name="from" label={t.from}>
        {(field) => <DateInput {...field} onValueChange={(day) => setDay('from', day)} />}
      </FormField>
      <FormField form={form} name="to" label={t.to} help={t.toHelp}>
        {(field) => <DateInput {...field} onValueChange={(day) => setDay('to', day)} />}
      </FormField>
      <div className="dashboard-filter-actions">
        <Button variant="ghost" onClick={() => form.set({ days: null, from: '', to: '' })}>
          {t.clear}
        </Button>
        <Button variant="primary" type="submit">
          {t.apply}
        </Button>
      </div>
    </Form>
  )
}
