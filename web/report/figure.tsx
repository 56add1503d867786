import { PlainLink } from '../ui/display/link'
import type { CountedDays } from '../../src/report/report.calls'
import { useUser } from '../app/app-context'
import { links } from '../app/links'
import { isAdmin } from '../app/screen-access'
import { addressOf, allAttendances, type AttendanceQuery } from './attendances/attendance-query'
import { ArrowDownRight, ArrowUpRight, Minus } from '../ui/icons'
import { useFormat, useTexts } from '../i18n/i18n'
import { tooltip } from '../ui/popup/tooltip'

interface FigureLinkProps {
  href: string | undefined
  label: string
  value: string
}

export function FigureLink({ href, label, value }: FigureLinkProps) {
  if (href === undefined) return value
  return (
    <PlainLink className="figure-link" href={href} aria-label={`${value} ${label}`}>
      {value}
    </PlainLink>
  )
}

export const reportLink = (filter: Partial<AttendanceQuery>) =>
  `${links.reports()}?${addressOf({ ...allAttendances, ...filter })}`

export function figureLinks({ from, to }: Pick<CountedDays, 'from' | 'to'>) {
  const days = { dateFrom: from, dateTo: to }
  const resolved = { ...days, counts: 'resolved' } as const
  const opened = { ...days, counts: 'opened' } as const
  return {
    open: reportLink({ status: ['open'] }),
    pending: reportLink({ status: ['pending'] }),
    group: reportLink({ status: ['group'] }),
    waitRating: reportLink({ status: ['nps'] }),
    finished: reportLink(resolved),
    rated: reportLink({ ...resolved, onlyRated: true }),
    unrated: reportLink({ ...resolved, ratings: [0] }),
    promoters: reportLink({ ...resolved, ratings: [5] }),
    passives: reportLink({ ...resolved, ratings: [4] }),
    detractors: reportLink({ ...resolved, ratings: [1, 2, 3] }),
    active: reportLink({ ...opened, startedBy: ['company'] }),
    passive: reportLink({ ...opened, startedBy: ['contact'] }),
    started: reportLink({ ...opened, startedBy: ['company', 'contact'] }),
    ratedOf: (userId: number) => reportLink({ ...resolved, onlyRated: true, users: [userId] }),
  }
}

/** Undefined for users who may not see the report. */
export function useFigureLinks() {
  const user = useUser()
  return isAdmin(user) ? figureLinks : undefined
}

interface FigureChangeProps {
  value: number
  before: number
  /** Which direction is good; without it the change has no colour. */
  better?: 'more' | 'less'
  /** Points for scores, percent for other figures. */
  unit?: 'percent' | 'points'
}

export function FigureChange({ value, before, better, unit = 'percent' }: FigureChangeProps) {
  const { dashboard: t } = useTexts('dashboard')
  const format = useFormat()
  if (before === 0 && value === 0 && unit === 'percent') return null
  if (before === 0 && unit === 'percent') {
    return (
      <span className="figure-change inline-row note-text" data-kind="none" {...tooltip(t.change.none)}>
        <span aria-hidden>—</span>
        <span className="visually-hidden">{t.change.none}</span>
      </span>
    )
  }
  const share = Math.round(unit === 'points' ? value - before : ((value - before) / before) * 100)
  const size = Math.abs(share)
  const shown = unit === 'points' ? t.change.points(format.number(size)) : format.percent(size)
  const direction = share === 0 ? 'same' : share > 0 ? 'up' : 'down'
  const signed = `${{ up: '+', down: '\u2212', same: '' }[direction]}${shown}`
  const said = direction === 'same' ? t.change.same : t.change[direction](shown)
  const Icon = { up: ArrowUpRight, down: ArrowDownRight, same: Minus }[direction]
  const good = (direction === 'up') === (better === 'more')
  const kind = direction === 'same' || !better ? 'plain' : good ? 'good' : 'bad'
  return (
    <span className="figure-change inline-row note-text" data-kind={kind} {...tooltip(said)}>
      <Icon size={14} aria-hidden />
      <span aria-hidden>{signed}</span>
      <span className="visually-hidden">{said}</span>
    </span>
  )
}
