import { useState } from 'react'
import { useApp, useUser } from '../app/app-context'
import { addresses } from '../app/home-path'
import { useTexts } from '../i18n/i18n'
import { usePageTitle } from '../page/page-context'
import { RecoveryCodeList } from '../security/recovery-code-list'
import { SetUpTotp } from '../security/set-up-totp'
import { Button } from '../ui/button/button'
import { PublicLayout } from './public-layout'

/** For who must set up a second factor before anything else. */
export function page() {
  const { setUpPage: t, recovery } = useTexts('security').security
  const { session } = useApp()
  const user = useUser()
  const [codes, setCodes] = useState<string[]>()
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
            <Button variant="ghost" onClick={() => session.logout()}>
              {t.logout}
            </Button>
          </>
        )}
      </section>
    </PublicLayout>
  )
}
