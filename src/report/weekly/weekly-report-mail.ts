import type { Brand, MailContent, MailFigure, MailLanguage } from '../../platform/mail/mail-body'
import { leaveTexts, mailBody } from '../../platform/mail/mail-body'
import type { AttendantRow, Dashboard, PeriodCounters } from '../report.calls'
import { weeklyReportTexts } from './weekly-report-texts'

const agentsMax = 40

interface WeeklyReport {
  brand: Brand
  origin: string
  company: string
  dashboard: Dashboard
}

export function weeklyReportMail(
  { brand, origin, company, dashboard }: WeeklyReport,
  { language, name, leaveLink }: { language: MailLanguage; name: string; leaveLink: string },
) {
  const texts = weeklyReportTexts[language]
  const { from, to } = dashboard.period
  const days = texts.days(dayOf(from), dayOf(to))
  const content: MailContent = {
    language,
    greeting: texts.greeting(name),
    parts: [
      { kind: 'text', text: texts.intro(company, days) },
      { kind: 'figures', figures: figuresOf(dashboard, language) },
      ...tableOfTeam(dashboard.attendants, language),
      { kind: 'action', label: texts.open, link: `${origin}/?tab=attendants` },
    ],
    note: texts.note(company),
    leave: { label: leaveTexts[language], link: leaveLink },
  }
  return { subject: texts.subject(company, days), ...mailBody(brand, content) }
}

const dayOf = (day: string) => day.split('-').reverse().join('/')
const pad = (value: number) => String(value).padStart(2, '0')
const duration = (minutes: number) => `${pad(Math.floor(Math.round(minutes) / 60))}h ${pad(Math.round(minutes) % 60)}m`
/** Spanish as in Mexico, because the default time zone is Monterrey’s. */
const numberOf = (language: MailLanguage, value: number) =>
  new Intl.NumberFormat(language === 'pt' ? 'pt-BR' : language === 'es' ? 'es-MX' : 'en').format(value)

function figuresOf({ counters, previous }: Dashboard, language: MailLanguage): MailFigure[] {
  const texts = weeklyReportTexts[language]
  const number = (value: number) => numberOf(language, value)
  const figure = (label: string, read: (of: PeriodCounters) => number, show: (value: number) => string) => ({
    label,
    value: show(read(counters)),
    change: texts.before(show(read(previous.counters))),
  })
  return [
    figure(texts.started, ({ activeTickets, passiveTickets }) => activeTickets + passiveTickets, number),
    figure(texts.resolved, ({ supportFinished }) => supportFinished, number),
    figure(texts.wait, ({ avgWaitTime }) => avgWaitTime, duration),
    figure(texts.duration, ({ avgSupportTime }) => avgSupportTime, duration),
    figure(texts.rating, ({ withRating }) => withRating, number),
    { label: texts.waiting, value: number(counters.supportPending), change: '' },
  ]
}

function tableOfTeam(attendants: readonly AttendantRow[], language: MailLanguage): MailContent['parts'] {
  const texts = weeklyReportTexts[language]
  const worked = attendants
    .filter(({ tickets, countRating, avgSupportTime }) => tickets > 0 || countRating > 0 || avgSupportTime > 0)
    .toSorted((a, b) => b.tickets - a.tickets)
  if (worked.length === 0) return []
  const rows = worked
    .slice(0, agentsMax)
    .map((worker) => [
      worker.name,
      numberOf(language, worker.tickets),
      duration(worker.avgWaitTime),
      duration(worker.avgSupportTime),
      worker.countRating === 0 ? '–' : numberOf(language, Math.round(worker.rating * 10) / 10),
    ])
  const left = worked.length - rows.length
  return [
    { kind: 'table', title: texts.agents, head: texts.columns, rows },
    ...(left > 0 ? [{ kind: 'text' as const, text: texts.more(left) }] : []),
  ]
}
