import { useEffect, useState } from 'react'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { mayUsePasskeys } from '../session/may-use-passkeys'
import { Button } from '../ui/button/button'
import { KeyRound } from '../ui/icons'

/** Only where the browser knows passkeys, which the server cannot tell. */
export function PasskeyButton({ onFailure }: { onFailure: (failure: unknown) => void }) {
  const t = useTexts().session
  const { session } = useApp()
  const [isOffered, setOffered] = useState(false)
  const [busy, setBusy] = useState(false)
  useEffect(() => setOffered(mayUsePasskeys()), [])
  if (!isOffered) return null

  async function enter() {
    setBusy(true)
    onFailure(undefined)
    try {
      if (await session.enterWithPasskey()) return
    } catch (error) {
      onFailure(error)
    }
    setBusy(false)
  }

  return (
    <Button type="button" size="l" wide icon={KeyRound} loading={busy} onClick={enter}>
      {t.usePasskey}
    </Button>
  )
}
