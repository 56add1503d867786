import { MessagesSquare } from '../../ui/icons'
import { useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { EmptyState } from '../../ui/feedback/empty-state'
import { NextOffer } from './next-offer'
import { WelcomeSetup } from './welcome-setup'

/** Shown without an open ticket. On a phone, a button opens the list. */
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
