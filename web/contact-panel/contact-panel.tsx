import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import type { ContactView } from '../../src/contact/contact.answers'
import { useUser } from '../app/app-context'
import { useLiveModel } from '../app/use-live-model'
import { useStartTicket } from '../contact/use-start-ticket'
import { useTexts, useFormat } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { Dialog } from '../ui/dialog/dialog'
import { StatusPill } from '../ui/display/labels'
import { SkeletonRows, ErrorState } from '../ui/feedback/feedback'
import { Ban, Bot, MessageCircle } from '../ui/icons'
import { ContactData } from './contact-data'
import { ContactHead } from './contact-head'
import { ContactIdentity } from './contact-identity'
import { ContactNotes, ContactSchedules, ContactExtraInfo, ContactPreferences, ContactTags } from './contact-sections'
import {
  createContactNotes,
  createContactPanel,
  createContactTickets,
  type ContactTicketsModel,
} from './contact-panel-model'
import { TicketPromises } from './ticket-promises'
import type { TicketView } from '../../src/ticket/ticket.answers'
import { links } from '../app/links'
import { Link } from '../ui/display/link'
import { useBusyAttempt } from '../ui/form/use-attempt'

interface PanelProps {
  contactId: number
  close: () => void
}

export function ContactPanel({ contactId, close }: PanelProps) {
  const t = useTexts('contact').contact.drawer
  return (
    <Dialog open title={t.panelTitle} size="m" placement="drawer" onClose={close}>
      <div className="contact-panel">
        <PanelContent contactId={contactId} close={close} />
      </div>
    </Dialog>
  )
}

function PanelContent({ contactId, close }: PanelProps) {
  useSignals()
  const { plan } = useUser()
  const panel = useLiveModel(
    (api) => createContactPanel(api, contactId),
    (model, live) => model.follow(live, close),
  )
  const tickets = useLiveModel(
    (api) => createContactTickets(api, contactId),
    (model, live) => model.follow(live),
  )
  useEffect(() => {
    void panel.load()
    void tickets.load()
  }, [panel, tickets])
  const contact = panel.contact.value
  // A note belongs to a ticket.
  const noted = tickets.open.value?.[0] ?? tickets.past.value[0]
  if (panel.failed.value !== undefined && !contact) {
    return <ErrorState compact error={panel.failed.value} onRetry={() => panel.load()} />
  }
  if (!contact) return <SkeletonRows count={5} />
  return (
    <>
      <ContactHead contact={contact} drawer={panel} marks={<Marks contact={contact} />}>
        <StartButton contact={contact} />
      </ContactHead>
      <ContactTickets tickets={tickets} />
      {tickets.open.value?.map((ticket) => (
        <TicketPromises key={ticket.id} ticket={ticket} />
      ))}
      <ContactTags drawer={panel} />
      <ContactExtraInfo contact={contact} />
      {plan.useSchedules && <ContactSchedules contact={contact} />}
      {noted && <PanelNotes key={noted.id} contactId={contactId} ticketId={noted.id} />}
      <ContactIdentity contact={contact} />
      {!contact.isGroup && <ContactPreferences contact={contact} drawer={panel} />}
      <ContactData contact={contact} />
    </>
  )
}

function Marks({ contact: { active, disableBot } }: { contact: ContactView }) {
  const texts = useTexts('contact')
  if (active && !disableBot) return null
  return (
    <p className="wrap-row">
      {!active && (
        <StatusPill kind="danger" icon={Ban}>
          {texts.contact.blocked}
        </StatusPill>
      )}
      {disableBot && (
        <StatusPill kind="neutral" icon={Bot}>
          {texts.contact.drawer.botDisabled}
        </StatusPill>
      )}
    </p>
  )
}

function StartButton({ contact }: { contact: ContactView }) {
  const t = useTexts('contact').contact
  const ticket = useStartTicket()
  return (
    <>
      <Button size="s" variant="primary" icon={MessageCircle} onClick={() => ticket.start(contact)}>
        {t.startTicket}
      </Button>
      {ticket.dialog}
    </>
  )
}

function PanelNotes({ contactId, ticketId }: { contactId: number; ticketId: number }) {
  const notes = useLiveModel(
    (api) => createContactNotes(api, contactId, ticketId),
    (model, live) => model.follow(live),
  )
  // The rest of the panel works without them.
  useEffect(() => void notes.load().catch(() => {}), [notes])
  return <ContactNotes drawer={notes} />
}

function ContactTickets({ tickets }: { tickets: ContactTicketsModel }) {
  useSignals()
  const t = useTexts('contact').contact.drawer
  const { busy, attempt } = useBusyAttempt()
  const open = tickets.open.value
  const past = tickets.past.value
  const failure = tickets.failed.value
  return (
    <>
      <section className="contact-part stack">
        <h4>{t.openTickets}</h4>
        {!open && failure !== undefined && <ErrorState compact error={failure} onRetry={() => tickets.load()} />}
        {!open && failure === undefined && <SkeletonRows count={2} />}
        {open?.length === 0 && <p className="contact-nothing">{t.noOpenTickets}</p>}
        <TicketList tickets={open ?? []} />
      </section>
      {open && (
        <section className="contact-part stack">
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
  const t = useTexts('contact').contact.drawer
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
