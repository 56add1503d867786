import type { ReactNode } from 'react'
import { useFormat, useNow } from '../../i18n/i18n'

/** What was written on one day, under its name. `at`: a moment of that day. */
export function MessageDay({ at, children }: { at: string; children: ReactNode }) {
  const format = useFormat()
  const label = format.dayLabel(at, useNow())
  return (
    <section className="message-day" aria-label={label}>
      <h2 className="day-separator">
        <span>{label}</span>
      </h2>
      {children}
    </section>
  )
}
