import { Arc } from '@visx/shape'
import { CircleCheck, CircleDashed, CircleSlash, type LucideIcon, MessagesSquare } from '../ui/icons'
import type { CountedDays, DashboardCounters, PeriodCounters } from '../../src/report/report.calls'
import { useFormat, useTexts } from '../i18n/i18n'
import { FigureLink, type figureLinks, useFigureLinks, FigureChange } from './figure'

interface NpsPanelProps {
  counters: DashboardCounters
  previous: PeriodCounters
  period: CountedDays
}

export function NpsPanel({ counters, previous, period }: NpsPanelProps) {
  const lists = useFigureLinks()?.(period)
  const { dashboard: texts } = useTexts('dashboard')
  const t = texts.nps
  return (
    <div className="nps">
      <section className="dashboard-card nps-score-card" aria-labelledby="nps-score">
        <h2 id="nps-score">{t.score}</h2>
        <ScoreGauge counters={counters} previous={previous} />
        <p className="dashboard-card-note">{t.scoreHelp}</p>
      </section>
      <section className="dashboard-card" aria-labelledby="nps-shares">
        <h2 id="nps-shares">{t.shares}</h2>
        <Shares counters={counters} lists={lists} />
        <EvaluationIndex perc={counters.percRating} />
      </section>
      <Totals counters={counters} lists={lists} />
    </div>
  )
}

/** −100 is at the left end of the semicircle, 100 at the right. */
const angleOf = (score: number) => (score / 100) * (Math.PI / 2)
const gauge = { innerRadius: 74, outerRadius: 84, cornerRadius: 5 }

function zoneOf({ npsScore, withRating }: DashboardCounters) {
  if (withRating === 0) return 'none'
  if (npsScore < 0) return 'poor'
  if (npsScore < 50) return 'fair'
  return npsScore < 75 ? 'good' : 'great'
}

function ScoreGauge({ counters, previous }: Pick<NpsPanelProps, 'counters' | 'previous'>) {
  const { dashboard: texts } = useTexts('dashboard')
  const format = useFormat()
  const zone = zoneOf(counters)
  const score = Math.round(counters.npsScore)
  return (
    <div className="nps-gauge" data-zone={zone}>
      <svg viewBox="-90 -90 180 100" aria-hidden>
        <Arc {...gauge} startAngle={-Math.PI / 2} endAngle={Math.PI / 2} className="nps-gauge-track" />
        {zone !== 'none' && (
          <Arc {...gauge} startAngle={-Math.PI / 2} endAngle={angleOf(score)} className="nps-gauge-value" />
        )}
        <text x={-77} y={9} className="nps-gauge-end">
          −100
        </text>
        <text x={77} y={9} className="nps-gauge-end">
          100
        </text>
      </svg>
      <p className="nps-score">
        <strong>{zone === 'none' ? '–' : format.number(score)}</strong>
        <span className="nps-zone">{texts.nps.zones[zone]}</span>
      </p>
      {previous.withRating > 0 && zone !== 'none' && (
        <FigureChange value={score} before={Math.round(previous.npsScore)} better="more" unit="points" />
      )}
    </div>
  )
}

interface ListedProps {
  counters: DashboardCounters
  lists: ReturnType<typeof figureLinks> | undefined
}

function Shares({ counters, lists }: ListedProps) {
  const { dashboard: texts } = useTexts('dashboard')
  const t = texts.nps
  const format = useFormat()
  const shares = [
    { kind: 'promoters', label: t.promoters, help: t.promotersHelp, emoji: '😍', perc: counters.npsPromotersPerc },
    { kind: 'passives', label: t.passives, help: t.passivesHelp, emoji: '🙂', perc: counters.npsPassivePerc },
    { kind: 'detractors', label: t.detractors, help: t.detractorsHelp, emoji: '😞', perc: counters.npsDetractorsPerc },
  ] as const
  return (
    <>
      <div className="nps-bar" aria-hidden>
        {shares.map(({ kind, perc }) => (
          <span key={kind} data-kind={kind} style={{ width: `${perc}%` }} />
        ))}
      </div>
      <ul className="nps-shares">
        {shares.map(({ kind, label, help, emoji, perc }) => (
          <li key={kind} data-kind={kind}>
            <span className="nps-share-emoji" aria-hidden>
              {emoji}
            </span>
            <span className="grows">
              {label} <span className="subtle">{help}</span>
            </span>
            <strong className="tabular">
              <FigureLink href={lists?.[kind]} label={label} value={format.percent(perc, 1)} />
            </strong>
          </li>
        ))}
      </ul>
    </>
  )
}

function Totals({ counters, lists }: ListedProps) {
  const { dashboard: texts } = useTexts('dashboard')
  const t = texts.nps
  const format = useFormat()
  const totals: [string, number, LucideIcon, string?][] = [
    [t.total, counters.tickets, MessagesSquare],
    [t.rated, counters.withRating, CircleCheck, lists?.rated],
    [t.unrated, counters.withoutRating, CircleSlash, lists?.unrated],
    [t.waiting, counters.waitRating, CircleDashed, lists?.waitRating],
  ]
  return (
    <dl className="nps-totals">
      {totals.map(([label, count, Icon, href]) => (
        <div key={label} className="dashboard-card">
          <dt>
            <Icon size={16} aria-hidden />
            {label}
          </dt>
          <dd className="tabular">
            <FigureLink href={href} label={label} value={format.number(count)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function EvaluationIndex({ perc }: { perc: number }) {
  const { dashboard: texts } = useTexts('dashboard')
  const t = texts.nps
  const format = useFormat()
  return (
    <div className="nps-index">
      <h3 id="nps-index">{t.index}</h3>
      <strong className="tabular">{format.percent(perc, 1)}</strong>
      <progress value={perc} max={100} aria-labelledby="nps-index" />
      <p className="dashboard-card-note">{t.indexHelp}</p>
    </div>
  )
}
