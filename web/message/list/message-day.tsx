import type { ReactNode } from 'react'
import { useFormat, useNow } from '../../i18n/i18n'

/** The messages of one day with its name. `at`: any time of that day. */
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
