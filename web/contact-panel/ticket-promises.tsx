import { useEffect, useRef } from 'react'
import type { PromiseView } from '../../src/sla/ticket-promises'
import type { TicketView } from '../../src/ticket/ticket.answers'
import { useFetched } from '../app/use-fetched'
import { useFormat, useNow, useTexts } from '../i18n/i18n'
import { StatusPill } from '../ui/display/labels'
import { minuteMs } from '../../src/kernel/time/durations.contract'
import { durationText } from '../ui/text/duration-text'

/** All promises to the contact that are open, and the last that were decided. Nothing without any. */
export function TicketPromises({ ticket }: { ticket: TicketView }) {
  const t = useTexts('contact').contact.drawer.promises
  const { answer, retry } = useFetched(
    (api, signal) => api.get('/tickets/:id/promises', { params: { id: ticket.id }, signal }),
    { key: ticket.id, live: [] },
  )
  // Whatever starts, stops or ends a clock changes the ticket. The rest of the panel works without an answer.
  const shown = useRef(ticket)
  useEffect(() => {
    if (shown.current !== ticket) retry()
    shown.current = ticket
  }, [ticket, retry])
  if (!answer || answer.length === 0) return null
  return (
    <section className="contact-part stack">
      <h4>{t.title}</h4>
      <ul className="contact-promises stack">
        {answer.map((promise) => (
          <Promised key={promise.kind} promise={promise} />
        ))}
      </ul>
    </section>
  )
}

const pills = { due: 'info', near: 'warning', paused: 'neutral', kept: 'success', broken: 'danger' } as const

function Promised({ promise }: { promise: PromiseView }) {
  const texts = useTexts('contact')
  const t = texts.contact.drawer.promises
  const { state, describe } = useShown(promise)
  return (
    <li>
      <p className="row">
        <strong className="truncate">{texts.ticket.due.kinds[promise.kind]}</strong>
        <StatusPill kind={pills[state]} help={t.target(durationText(promise.targetMinutes))}>
          {t.states[state]}
        </StatusPill>
      </p>
      <p className="subtle">{describe}</p>
    </li>
  )
}

/** Time passes without an event. */
function useShown({ kind, state, dueAt, warnAt, endedAt, leftMinutes }: PromiseView) {
  const t = useTexts('contact').contact.drawer.promises
  const format = useFormat()
  const now = useNow()
  const at = (moment: string | null) => (moment === null ? '' : format.dateTime(moment))
  const leftMs = state === 'due' && dueAt !== null ? Date.parse(dueAt) - now : 0
  if (state === 'due' && leftMs > 0) {
    const isNear = warnAt !== null && Date.parse(warnAt) <= now
    const left = durationText(Math.ceil(leftMs / minuteMs))
    return { state: isNear ? ('near' as const) : state, describe: t.due(at(dueAt), left) }
  }
  if (state === 'paused') return { state, describe: t.paused(durationText(Math.max(0, leftMinutes ?? 0))) }
  if (state === 'kept') return { state, describe: (kind === 'resolve' ? t.resolved : t.kept)(at(endedAt)) }
  const describe = endedAt === null ? t.over(at(dueAt)) : t.late(at(dueAt), at(endedAt))
  return { state: 'broken' as const, describe }
}
