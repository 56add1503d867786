import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import type { ContactView } from '../../src/contact/contact.answers'
import { useUser } from '../app/app-context'
import { useLiveModel } from '../app/use-live-model'
import { useStartTicket } from '../contact/use-start-ticket'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { Dialog } from '../ui/dialog/dialog'
import { StatusPill } from '../ui/display/status-pill'
import { ErrorState } from '../ui/feedback/error-state'
import { SkeletonRows } from '../ui/feedback/skeleton'
import { Ban, Bot, MessageCircle } from '../ui/icons'
import { ContactExtraInfo, ContactPreferences } from './contact-details'
import { ContactHead } from './contact-head'
import { ContactIdentity } from './contact-identity'
import { ContactNotes } from './contact-notes'
import { createContactNotes, createContactPanel, createContactTickets } from './contact-panel-model'
import { ContactSchedules } from './contact-schedules'
import { ContactTags } from './contact-tags'
import { ContactTickets } from './contact-tickets'

interface PanelProps {
  contactId: number
  close: () => void
}

/** A contact beside the list: who it is, what is open, and what was before. */
export function ContactPanel({ contactId, close }: PanelProps) {
  const t = useTexts('contactDrawer').contactDrawer
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
      <ContactTags drawer={panel} />
      <ContactExtraInfo contact={contact} />
      {plan.useSchedules && <ContactSchedules contact={contact} />}
      {noted && <PanelNotes key={noted.id} contactId={contactId} ticketId={noted.id} />}
      <ContactIdentity contact={contact} />
      {!contact.isGroup && <ContactPreferences contact={contact} drawer={panel} />}
    </>
  )
}

function Marks({ contact: { active, disableBot } }: { contact: ContactView }) {
  const texts = useTexts('contact', 'contactDrawer')
  if (active && !disableBot) return null
  return (
    <p className="contact-marks">
      {!active && (
        <StatusPill kind="danger" icon={Ban}>
          {texts.contact.blocked}
        </StatusPill>
      )}
      {disableBot && (
        <StatusPill kind="neutral" icon={Bot}>
          {texts.contactDrawer.botDisabled}
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
