import { useEffect, useState } from 'react'
import type { TwoFactorView } from '../../src/user/second-factor/second-factor.calls'
import { useApp } from '../app/app-context'
import type { FramePanelProps } from '../app/frame-panel'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { Dialog } from '../ui/dialog/dialog'
import { ErrorState, SkeletonRows } from '../ui/feedback/feedback'
import { DeviceSection } from './device-section'
import { PasskeySection } from './passkey-section'
import { TwoStepSection } from './two-step-section'

export const texts = ['security'] as const

export function panel({ close }: FramePanelProps) {
  const { security: t, ui } = useTexts('security')
  const { twoFactor, error, load } = useTwoFactor()
  return (
    <Dialog open size="m" title={t.open} onClose={close} footer={<Button onClick={close}>{ui.close}</Button>}>
      {twoFactor ? (
        <div>
          <TwoStepSection twoFactor={twoFactor} onChanged={load} />
          <PasskeySection onChanged={load} />
          <DeviceSection />
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={load} compact />
      ) : (
        <SkeletonRows count={3} picture={false} />
      )}
    </Dialog>
  )
}

function useTwoFactor() {
  const { api } = useApp()
  const [twoFactor, setTwoFactor] = useState<TwoFactorView>()
  const [error, setError] = useState<unknown>()

  function load() {
    setError(undefined)
    api.get('/two-factor').then(setTwoFactor, setError)
  }
  useEffect(load, [api])
  return { twoFactor, error, load }
}
