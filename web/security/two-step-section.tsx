import { useState } from 'react'
import type { TwoFactorView } from '../../src/user/second-factor/second-factor.calls'
import { useFormat, useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { StatusPill } from '../ui/display/labels'
import { Note } from '../ui/feedback/feedback'
import { Info, RefreshCw, ShieldCheck } from '../ui/icons'
import { ConfirmDialog, RecoveryDialog, SetUpDialog } from './two-step-dialogs'

type Opened = { kind: 'setUp' | 'off' | 'renew' } | { kind: 'codes'; codes: string[] }

export function TwoStepSection({ twoFactor, onChanged }: { twoFactor: TwoFactorView; onChanged: () => void }) {
  const t = useTexts('security').security.twoStep
  const format = useFormat()
  const [opened, setOpened] = useState<Opened>()
  const { enabled, enabledAt, hasPasskey, recoveryCodesLeft, required } = twoFactor
  const isProtected = enabled || (hasPasskey && required)
  const close = () => setOpened(undefined)
  const show = (codes: string[]) => {
    setOpened({ kind: 'codes', codes })
    onChanged()
  }
  return (
    <section className="security-section" aria-labelledby="security-two-step">
      <header className="row wraps gap-3">
        <h3 id="security-two-step">{t.title}</h3>
        <StatusPill kind={isProtected ? 'success' : 'neutral'}>
          {enabledAt ? t.on(format.date(enabledAt)) : isProtected ? t.byPasskey : t.off}
        </StatusPill>
      </header>
      <p className="subtle">{t.about}</p>
      {required && <Note icon={Info}>{t.required}</Note>}
      {hasPasskey && !isProtected && <p>{t.passkeyOptional}</p>}
      {(enabled || hasPasskey) && <p data-few={recoveryCodesLeft < 3 || undefined}>{t.codesLeft(recoveryCodesLeft)}</p>}
      <div className="row wraps gap-2">
        {(enabled || hasPasskey) && (
          <Button icon={RefreshCw} onClick={() => setOpened({ kind: 'renew' })}>
            {t.renewCodes}
          </Button>
        )}
        {enabled ? (
          <Button variant="ghost" onClick={() => setOpened({ kind: 'off' })}>
            {t.turnOff}
          </Button>
        ) : (
          <Button variant="primary" icon={ShieldCheck} onClick={() => setOpened({ kind: 'setUp' })}>
            {t.turnOn}
          </Button>
        )}
      </div>
      {opened?.kind === 'setUp' && <SetUpDialog close={close} onEnabled={show} />}
      {opened?.kind === 'codes' && <RecoveryDialog codes={opened.codes} close={close} />}
      {(opened?.kind === 'off' || opened?.kind === 'renew') && (
        <ConfirmDialog kind={opened.kind} hasApp={enabled} close={close} onCodes={show} onOff={onChanged} />
      )}
    </section>
  )
}
