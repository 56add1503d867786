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
import type { Dashboard, TrendPoint, Trends } from '../../src/report/report.calls'
import { links } from '../app/links'
import { displayDay } from '../i18n/format'
import { useFormat, useTexts } from '../i18n/i18n'
import { FigureLink, useFigureLinks, FigureChange } from './figure'
import { IndicatorCard, type IndicatorCardProps, IndicatorSection, LiveNote } from '../ui/display/indicator-card'
import { EmptyState, ErrorState } from '../ui/feedback/feedback'
import { ColumnChart } from './column-chart'

interface FigureCardProps extends Omit<IndicatorCardProps, 'value'> {
  value: string
  href?: string | undefined
}

function FigureCard({ value, href, ...card }: FigureCardProps) {
  return <IndicatorCard {...card} value={<FigureLink href={href} label={card.label} value={value} />} />
}

interface IndicatorCardsProps {
  dashboard: Dashboard
  /** Undefined when they failed to load. */
  trends: Trends | undefined
  onRetry: () => void
}

export function IndicatorCards({ dashboard, trends, onRetry }: IndicatorCardsProps) {
  const { dashboard: t } = useTexts('dashboard')
  const spell = (say: (from: string, to: string) => string, { from, to }: { from: string; to: string }) =>
    say(displayDay(from), displayDay(to))
  return (
    <>
      <IndicatorSection id="indicators-now" title={t.now} about={<LiveNote>{t.nowHelp}</LiveNote>}>
        <ul className="indicator-grid">
          <PresentCards dashboard={dashboard} />
        </ul>
      </IndicatorSection>
      <IndicatorSection
        id="indicators-period"
        title={spell(t.period, dashboard.period)}
        about={spell(t.comparedTo, dashboard.previous.period)}
      >
        <ul className="indicator-grid">
          <PeriodCards dashboard={dashboard} trends={trends} />
        </ul>
        {trends ? <VolumeChart trends={trends} /> : <ErrorState title={t.charts.failed} onRetry={onRetry} compact />}
      </IndicatorSection>
    </>
  )
}

function PresentCards({ dashboard: { counters, snoozed, attendants, period } }: { dashboard: Dashboard }) {
  const lists = useFigureLinks()?.(period)
  const { dashboard: texts } = useTexts('dashboard')
  const t = texts.cards
  const format = useFormat()
  const snoozedNote = (count: number) => (count > 0 ? t.snoozedNote(count) : '')
  const online = attendants.filter((attendant) => attendant.online).length
  const total = <span className="indicator-of">{t.attendantsOf(format.number(attendants.length))}</span>
  return (
    <>
      <FigureCard
        label={t.happening}
        icon={Headset}
        value={format.number(counters.supportHappening)}
        href={lists?.open}
        note={snoozedNote(snoozed.open)}
        tone="success"
      />
      <FigureCard
        label={t.pending}
        icon={Hourglass}
        value={format.number(counters.supportPending)}
        href={lists?.pending}
        note={snoozedNote(snoozed.pending)}
        tone="warning"
      />
      <FigureCard
        label={t.groups}
        icon={MessagesSquare}
        value={format.number(counters.supportGroups)}
        href={lists?.group}
        tone="info"
      />
      <FigureCard
        label={t.attendants}
        icon={Users}
        value={format.number(online)}
        href={links.dashboardAgents()}
        beside={total}
        tone="brand"
      />
    </>
  )
}

interface PeriodFigure {
  label: string
  icon: LucideIcon
  now: number
  before: number
  better?: 'more' | 'less'
  /** A time in seconds, not a count. */
  isTime?: boolean
  note: string
  course: Exclude<keyof TrendPoint, 'at'>
  list?: 'finished' | 'active' | 'passive'
}

function PeriodCards({ dashboard, trends }: Omit<IndicatorCardsProps, 'onRetry'>) {
  const format = useFormat()
  const lists = useFigureLinks()?.(dashboard.period)
  return usePeriodFigures(dashboard).map(({ label, icon, now, before, better, isTime, note, course, list }) => (
    <FigureCard
      key={course}
      label={label}
      icon={icon}
      value={isTime ? format.duration(now) : format.number(now)}
      href={list && lists?.[list]}
      beside={<FigureChange value={now} before={before} better={better} />}
      note={note}
      course={trends?.points.map((point) => point[course])}
    />
  ))
}

function usePeriodFigures({ counters, messages, previous }: Dashboard): PeriodFigure[] {
  const t = useTexts('dashboard').dashboard.cards
  const format = useFormat()
  const split = ({ individual, group }: { individual: number; group: number }) =>
    t.split(format.number(individual), format.number(group))
  const counted = (name: keyof typeof previous.counters) => ({ now: counters[name], before: previous.counters[name] })
  const { received, sent } = messages
  return [
    {
      label: t.finished,
      icon: CheckCheck,
      ...counted('supportFinished'),
      better: 'more',
      note: t.ratedNote(format.number(counters.withRating)),
      course: 'finished',
      list: 'finished',
    },
    { label: t.leads, icon: UserPlus, ...counted('leads'), better: 'more', note: t.leadsNote, course: 'leads' },
    {
      label: t.received,
      icon: MessageSquareReply,
      now: received.count,
      before: previous.messages.received.count,
      note: split(received),
      course: 'received',
    },
    {
      label: t.sent,
      icon: Send,
      now: sent.count,
      before: previous.messages.sent.count,
      note: split(sent),
      course: 'sent',
    },
    {
      label: t.avgSupport,
      icon: Timer,
      ...counted('avgSupportTime'),
      isTime: true,
      better: 'less',
      note: t.avgSupportNote,
      course: 'avgSupportTime',
    },
    {
      label: t.avgWait,
      icon: Clock,
      ...counted('avgWaitTime'),
      isTime: true,
      better: 'less',
      note: t.avgWaitNote,
      course: 'avgWaitTime',
    },
    {
      label: t.active,
      icon: ArrowUpRight,
      ...counted('activeTickets'),
      note: t.activeNote,
      course: 'active',
      list: 'active',
    },
    {
      label: t.passive,
      icon: ArrowDownLeft,
      ...counted('passiveTickets'),
      note: t.passiveNote,
      course: 'passive',
      list: 'passive',
    },
  ]
}

function VolumeChart({ trends: { by, points } }: { trends: Trends }) {
  const { dashboard: texts } = useTexts('dashboard')
  const t = texts.volume
  const format = useFormat()
  const nameOf = (at: string) => (by === 'hour' ? texts.charts.hourOf(at) : displayDay(at))
  const shortOf = (at: string) => (by === 'hour' ? String(Number(at)) : displayDay(at).slice(0, 5))
  const linksOf = useFigureLinks()
  const linksAt = (at: string) => (by === 'day' ? linksOf?.({ from: at, to: at }) : undefined)
  const numbers = (name: 'received' | 'sent' | 'leads') => points.map((point) => format.number(point[name]))
  const finished = points.map(({ at, finished: count }) => (
    <FigureLink key={at} href={linksAt(at)?.finished} label={nameOf(at)} value={format.number(count)} />
  ))
  const durations = (name: 'avgWaitTime' | 'avgSupportTime') => points.map((point) => format.duration(point[name]))
  const isEmpty = points.every(({ started, finished }) => started + finished === 0)
  return (
    <section className="dashboard-card volume-chart" aria-labelledby="volume">
      <header className="dashboard-card-head row wraps">
        <h2 id="volume">{t.title}</h2>
        <ul className="volume-legend note-text">
          <li data-series="started">{t.started}</li>
          <li data-series="finished">{t.finished}</li>
        </ul>
      </header>
      {isEmpty ? (
        <EmptyState title={texts.charts.emptyDays} compact />
      ) : (
        <ColumnChart
          label={t.title}
          bars={points.map(({ at, started }) => ({
            name: nameOf(at),
            short: shortOf(at),
            value: started,
            href: linksAt(at)?.started,
          }))}
          line={points.map(({ finished }) => finished)}
          headers={[by === 'hour' ? texts.charts.hour : texts.charts.day, t.started]}
          further={[
            { header: t.finished, values: finished },
            { header: texts.cards.leads, values: numbers('leads') },
            { header: texts.cards.received, values: numbers('received') },
            { header: texts.cards.sent, values: numbers('sent') },
            { header: texts.cards.avgWait, values: durations('avgWaitTime') },
            { header: texts.cards.avgSupport, values: durations('avgSupportTime') },
          ]}
          tableLabel={texts.charts.asTable}
        />
      )}
    </section>
  )
}
