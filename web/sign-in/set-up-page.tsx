import { useEffect, useState } from 'react'
import { useApp, useUser } from '../app/app-context'
import { addresses } from '../app/home-path'
import { useTexts } from '../i18n/i18n'
import { usePageTitle } from '../page/page-context'
import { AddPasskeyDialog } from '../security/passkey-section'
import { RecoveryCodeList } from '../security/recovery-code-list'
import { SetUpTotp } from '../security/set-up-totp'
import { Button } from '../ui/button/button'
import { mayUsePasskeys } from '../session/may-use-passkeys'
import { KeyRound } from '../ui/icons'
import { PublicLayout } from './public-layout'

/** For who must set up a second factor before anything else. */
export function page() {
  const { setUpPage: t, recovery } = useTexts('security').security
  const { session } = useApp()
  const user = useUser()
  const [codes, setCodes] = useState<string[]>()
  const [isAdding, setAdding] = useState(false)
  /** False while the server renders, which does not know the browser. */
  const [isOffered, setOffered] = useState(false)
  useEffect(() => setOffered(mayUsePasskeys()), [])
  usePageTitle(t.title)
  return (
    <PublicLayout>
      <section className="login-card stack gap-5" aria-labelledby="set-up-title">
        <h1 id="set-up-title">{codes ? recovery.title : t.title}</h1>
        <p>{codes ? recovery.text : t.text}</p>
        {codes ? (
          <>
            <RecoveryCodeList codes={codes} />
            <Button variant="primary" size="l" wide onClick={() => location.assign(addresses.home(user))}>
              {recovery.saved}
            </Button>
          </>
        ) : (
          <>
            <SetUpTotp onEnabled={setCodes} />
            {isOffered && (
              <>
                <p>{t.orPasskey}</p>
                <Button icon={KeyRound} onClick={() => setAdding(true)}>
                  {t.usePasskey}
                </Button>
              </>
            )}
            {isAdding && <AddPasskeyDialog close={() => setAdding(false)} onAdded={setCodes} />}
            <Button variant="ghost" onClick={() => session.logout()}>
              {t.logout}
            </Button>
          </>
        )}
      </section>
    </PublicLayout>
  )
}
