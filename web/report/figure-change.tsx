import { ArrowDownRight, ArrowUpRight, Minus } from '../ui/icons'
import { useFormat, useTexts } from '../i18n/i18n'
import { tooltip } from '../ui/popup/tooltip'

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
