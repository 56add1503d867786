import { MessagesSquare, MessageCircle } from '../../ui/icons'
import { useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { EmptyState } from '../../ui/feedback/feedback'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState, type ReactNode } from 'react'
import type { SetupChecklist as Checklist } from '../../../src/setup-checklist/setup-checklist.calls'
import { useApp, useUser } from '../../app/app-context'
import { isAdmin } from '../../app/screen-access'
import { WithTexts } from '../../app/with-texts'
import { lazyPart } from '../../ui/layout/lazy-part'
import { saveInOrder } from '../../app/save-in-order'
import { links } from '../../app/links'
import { Switch } from '../../ui/field/switch'
import { cutText } from '../../ui/text/cut-text'
import { useInbox } from '../state/inbox-context'
import { ownUnread } from './next-offer'
import { NextTicketButton } from '../toolbar/inbox-commands'

const SetupChecklist = lazyPart(() =>
  import('../../setup-checklist/setup-checklist').then((code) => code.SetupChecklist),
)

export function WelcomePane({ onSelect }: { onSelect: () => void }) {
  const t = useTexts()
  return (
    <section className="welcome-pane" aria-label={t.conversation.region}>
      <WelcomeSetup />
      <EmptyState
        icon={MessagesSquare}
        title={t.conversation.welcomeTitle}
        text={t.conversation.welcomeText}
        action={
          <NextOffer>
            <span className="phone-only">
              <Button onClick={onSelect}>{t.conversation.selectTicket}</Button>
            </span>
          </NextOffer>
        }
      />
    </section>
  )
}

/** The setup checklist of a new company. Loaded after the first render, because few companies have one. */
function WelcomeSetup() {
  useSignals()
  const { api } = useApp()
  const admin = isAdmin(useUser())
  const [checklist, setChecklist] = useState<Checklist>()
  useEffect(() => {
    if (admin) api.get('/setup-checklist').then(setChecklist, () => {})
  }, [api, admin])
  if (!checklist?.steps.length) return null
  return (
    <WithTexts areas={['setupChecklist']}>
      <SetupChecklist first={checklist} />
    </WithTexts>
  )
}

const nameLengthMax = 40

/** Who is answered next: one's own customer who has written, the longest ago first, then those who wait. */
function NextOffer({ children }: { children: ReactNode }) {
  useSignals()
  const { model } = useInbox()
  const { navigation } = useApp()
  const user = useUser()
  const t = useTexts().ticket.next
  const own = user.offerNext ? ownUnread(model, user.id) : undefined
  return (
    <div className="next-offer">
      {own && (
        <Button variant="primary" icon={MessageCircle} onClick={() => navigation.go(links.ticket(own.uuid))}>
          {t.answer(cutText(own.contact.name, nameLengthMax))}
        </Button>
      )}
      <NextTicketButton variant={own ? 'secondary' : 'primary'} />
      {children}
      <OfferSwitch />
    </div>
  )
}

function OfferSwitch() {
  useSignals()
  const { api, session } = useApp()
  const { id, offerNext } = useUser()
  const t = useTexts().ticket.next

  function change(next: boolean) {
    session.change({ offerNext: next })
    saveInOrder(() => api.put('/users/:id', { params: { id }, body: { offerNext: next } }))
  }

  return <Switch checked={offerNext} onCheckedChange={change} label={t.offer} />
}
