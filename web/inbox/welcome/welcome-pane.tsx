import { MessagesSquare } from '../../ui/icons'
import { useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { EmptyState } from '../../ui/feedback/empty-state'
import { NextOffer } from './next-offer'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { SetupChecklist as Checklist } from '../../../src/setup-checklist/setup-checklist.calls'
import { useApp, useUser } from '../../app/app-context'
import { isAdmin } from '../../app/screen-access'
import { WithTexts } from '../../app/with-texts'
import { lazyPart } from '../../ui/layout/lazy-part'

const SetupChecklist = lazyPart(() =>
  import('../../setup-checklist/setup-checklist').then((code) => code.SetupChecklist),
)

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
