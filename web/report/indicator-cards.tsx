import {
  ArrowDownLeft,
  ArrowUpRight,
  CheckCheck,
  Clock,
  Headset,
  Hourglass,
  type LucideIcon,
  MessageSquareReply,
  MessagesSquare,
  Send,
  Timer,
  UserPlus,
  Users,
} from '../ui/icons'
import type { ReactNode } from 'react'
import type { Dashboard, TrendPoint, Trends } from '../../src/report/report.calls'
import { displayDay } from '../i18n/display-day'
import { useFormat, useTexts } from '../i18n/i18n'
import { ErrorState } from '../ui/feedback/error-state'
import { FigureChange } from './figure-change'
import { Sparkline } from './sparkline'
import { VolumeChart } from './volume-chart'

interface CardProps {
  label: string
  icon: LucideIcon
  value: string
  /** Beside the value, such as a total or a change. */
  beside?: ReactNode
  /** Below the value: a breakdown or explanation. */
  note?: string
  /** The figure over the period. */
  course?: readonly number[] | undefined
  tone?: 'brand' | 'success' | 'warning' | 'info'
}

function IndicatorCard({ label, icon: Icon, value, beside, note, course, tone }: CardProps) {
  return (
    <li className="indicator-card" data-tone={tone}>
      <span className="indicator-icon" aria-hidden>
        <Icon size={16} />
      </span>
      <h3 className="indicator-label">{label}</h3>
      <p className="indicator-figure">
        <span className="indicator-value">{value}</span>
        {beside}
      </p>
      {note && <p className="indicator-note">{note}</p>}
      {course && <Sparkline values={course} />}
    </li>
  )
}

interface IndicatorCardsProps {
  dashboard: Dashboard
  /** Undefined when they failed to load. */
  trends: Trends | undefined
  onRetry: () => void
}

/** The first tab: current figures, then those of the period compared with the previous one. */
export function IndicatorCards({ dashboard, trends, onRetry }: IndicatorCardsProps) {
  const { dashboard: t } = useTexts('dashboard')
  const spell = (say: (from: string, to: string) => string, { from, to }: { from: string; to: string }) =>
    say(displayDay(from), displayDay(to))
  return (
    <>
      <section className="indicator-section" aria-labelledby="indicators-now">
        <header className="indicator-head">
          <h2 id="indicators-now">{t.now}</h2>
          <p>
            <span className="live-dot" aria-hidden />
            {t.nowHelp}
          </p>
        </header>
        <ul className="indicator-grid">
          <PresentCards dashboard={dashboard} />
        </ul>
      </section>
      <section className="indicator-section" aria-labelledby="indicators-period">
        <header className="indicator-head">
          <h2 id="indicators-period">{spell(t.period, dashboard.period)}</h2>
          <p>{spell(t.comparedTo, dashboard.previous.period)}</p>
        </header>
        <ul className="indicator-grid">
          <PeriodCards dashboard={dashboard} trends={trends} />
        </ul>
        {trends ? <VolumeChart trends={trends} /> : <ErrorState title={t.charts.failed} onRetry={onRetry} compact />}
      </section>
    </>
  )
}

function PresentCards({ dashboard: { counters, attendants } }: { dashboard: Dashboard }) {
  const { dashboard: texts } = useTexts('dashboard')
  const t = texts.cards
  const format = useFormat()
  const online = attendants.filter((attendant) => attendant.online).length
  const total = <span className="indicator-of">{t.attendantsOf(format.number(attendants.length))}</span>
  return (
    <>
      <IndicatorCard
        label={t.happening}
        icon={Headset}
        value={format.number(counters.supportHappening)}
        tone="success"
      />
      <IndicatorCard label={t.pending} icon={Hourglass} value={format.number(counters.supportPending)} tone="warning" />
      <IndicatorCard label={t.groups} icon={MessagesSquare} value={format.number(counters.supportGroups)} tone="info" />
      <IndicatorCard label={t.attendants} icon={Users} value={format.number(online)} beside={total} tone="brand" />
    </>
  )
}

function PeriodCards({
  dashboard: { counters: now, messages, previous },
  trends,
}: Omit<IndicatorCardsProps, 'onRetry'>) {
  const { dashboard: texts } = useTexts('dashboard')
  const t = texts.cards
  const format = useFormat()
  const before = previous.counters
  const course = (name: Exclude<keyof TrendPoint, 'at'>) => trends?.points.map((point) => point[name])
  const split = ({ individual, group }: { individual: number; group: number }) =>
    t.split(format.number(individual), format.number(group))
  const change = (value: number, then: number, better?: 'more' | 'less') => (
    <FigureChange value={value} before={then} better={better} />
  )
  return (
    <>
      <IndicatorCard
        label={t.finished}
        icon={CheckCheck}
        value={format.number(now.supportFinished)}
        beside={change(now.supportFinished, before.supportFinished, 'more')}
        note={t.ratedNote(format.number(now.withRating))}
        course={course('finished')}
      />
      <IndicatorCard
        label={t.leads}
        icon={UserPlus}
        value={format.number(now.leads)}
        beside={change(now.leads, before.leads, 'more')}
        note={t.leadsNote}
        course={course('leads')}
      />
      <IndicatorCard
        label={t.received}
        icon={MessageSquareReply}
        value={format.number(messages.received.count)}
        beside={change(messages.received.count, previous.messages.received.count)}
        note={split(messages.received)}
        course={course('received')}
      />
      <IndicatorCard
        label={t.sent}
        icon={Send}
        value={format.number(messages.sent.count)}
        beside={change(messages.sent.count, previous.messages.sent.count)}
        note={split(messages.sent)}
        course={course('sent')}
      />
      <IndicatorCard
        label={t.avgSupport}
        icon={Timer}
        value={format.duration(now.avgSupportTime)}
        note={t.avgSupportNote}
        beside={change(now.avgSupportTime, before.avgSupportTime, 'less')}
        course={course('avgSupportTime')}
      />
      <IndicatorCard
        label={t.avgWait}
        icon={Clock}
        value={format.duration(now.avgWaitTime)}
        note={t.avgWaitNote}
        beside={change(now.avgWaitTime, before.avgWaitTime, 'less')}
        course={course('avgWaitTime')}
      />
      <IndicatorCard
        label={t.active}
        icon={ArrowUpRight}
        value={format.number(now.activeTickets)}
        note={t.activeNote}
        beside={change(now.activeTickets, before.activeTickets)}
        course={course('active')}
      />
      <IndicatorCard
        label={t.passive}
        icon={ArrowDownLeft}
        value={format.number(now.passiveTickets)}
        note={t.passiveNote}
        beside={change(now.passiveTickets, before.passiveTickets)}
        course={course('passive')}
      />
    </>
  )
}
