import type { TicketView } from '../../src/ticket/ticket.answers'
import { useFormat, useNow, useTexts } from '../i18n/i18n'
import { Hourglass } from '../ui/icons'
import { tooltip } from '../ui/popup/tooltip'
import { minuteMs } from '../../src/kernel/time/durations.contract'

/** What is left until the ticket's next promise is due, or for how long it is over. Renders alone as time passes. */
export function DueChip({ due }: { due: TicketView['due'] }) {
  return due && <ShownDue due={due} />
}

function ShownDue({ due: { kind, at, warnAt } }: { due: NonNullable<TicketView['due']> }) {
  const t = useTexts().ticket.due
  const format = useFormat()
  const now = useNow()
  const leftMs = Date.parse(at) - now
  const level = leftMs <= 0 ? 'over' : Date.parse(warnAt) <= now ? 'near' : 'far'
  const span = shortSpan(Math.abs(leftMs))
  const label = (level === 'over' ? t.over : t.left)(t.kinds[kind], span, format.dateTime(at))
  return (
    <span className="due-chip inline-row" data-level={level} role="img" aria-label={label} {...tooltip(label)}>
      <Hourglass size={11} aria-hidden />
      {level === 'over' ? `−${span}` : span}
    </span>
  )
}

const hourMinutes = 60
const dayMinutes = 24 * hourMinutes

/** "5 min", "3 h", "2 d": the same in every language. */
function shortSpan(ms: number) {
  const minutes = Math.ceil(ms / minuteMs)
  if (minutes < 2 * hourMinutes) return `${Math.max(1, minutes)} min`
  return minutes < 2 * dayMinutes ? `${Math.floor(minutes / hourMinutes)} h` : `${Math.floor(minutes / dayMinutes)} d`
}
