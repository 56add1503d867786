import { useSignals } from '@preact/signals-react/runtime'
import type { TicketView } from '../../src/ticket/ticket.answers'
import { links } from '../app/links'
import { useFormat, useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { Link } from '../ui/display/link'
import { StatusPill } from '../ui/display/status-pill'
import { ErrorState } from '../ui/feedback/error-state'
import { SkeletonRows } from '../ui/feedback/skeleton'
import { useBusyAttempt } from '../ui/form/use-attempt'
import type { ContactTicketsModel } from './contact-panel-model'

/** What is open with the contact, then what was before. */
export function ContactTickets({ tickets }: { tickets: ContactTicketsModel }) {
  useSignals()
  const t = useTexts('contactDrawer').contactDrawer
  const { busy, attempt } = useBusyAttempt()
  const open = tickets.open.value
  const past = tickets.past.value
  const failure = tickets.failed.value
  return (
    <>
      <section className="contact-part">
        <h4>{t.openTickets}</h4>
        {!open && failure !== undefined && <ErrorState compact error={failure} onRetry={() => tickets.load()} />}
        {!open && failure === undefined && <SkeletonRows count={2} />}
        {open?.length === 0 && <p className="contact-nothing">{t.noOpenTickets}</p>}
        <TicketList tickets={open ?? []} />
      </section>
      {open && (
        <section className="contact-part">
          <h4>{t.pastTickets}</h4>
          {past.length === 0 && <p className="contact-nothing">{t.noPastTickets}</p>}
          <TicketList tickets={past} />
          {tickets.cursor.value !== null && (
            <Button size="s" loading={busy} onClick={() => void attempt(() => tickets.loadMore())}>
              {t.olderTickets}
            </Button>
          )}
        </section>
      )}
    </>
  )
}

function TicketList({ tickets }: { tickets: readonly TicketView[] }) {
  if (tickets.length === 0) return null
  return (
    <ul className="contact-tickets">
      {tickets.map((ticket) => (
        <TicketItem key={ticket.id} ticket={ticket} />
      ))}
    </ul>
  )
}

function TicketItem({ ticket: { uuid, status, queue, user, lastMessage, updatedAt } }: { ticket: TicketView }) {
  const t = useTexts('contactDrawer').contactDrawer
  const format = useFormat()
  return (
    <li className="contact-ticket">
      <p className="contact-ticket-head">
        <StatusPill kind={kinds[status] ?? 'neutral'}>{t.ticketStatuses[status]}</StatusPill>
        <time className="subtle tabular" dateTime={updatedAt}>
          {format.dateTime(updatedAt)}
        </time>
      </p>
      <p className="subtle">
        <bdi>{queue?.name ?? t.noQueue}</bdi> · <bdi>{user?.name ?? t.noAgent}</bdi>
      </p>
      {status !== 'closed' && lastMessage && (
        <p className="truncate" dir="auto">
          {lastMessage}
        </p>
      )}
      <Link href={links.ticket(uuid)}>{t.openTicket}</Link>
    </li>
  )
}

const kinds: Partial<Record<TicketView['status'], 'success' | 'warning'>> = { open: 'success', pending: 'warning' }
