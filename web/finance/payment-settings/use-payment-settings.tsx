import { useState, type ReactNode } from 'react'
import type { PaymentSettingsView } from '../../../src/platform/payment/payment.calls'
import { useApp } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { Settings } from '../../ui/icons'
import { useAttempt } from '../../ui/form/use-attempt'
import { PaymentSettingsDialog } from './payment-settings-dialog'

export function usePaymentSettings(): { button: ReactNode; dialog: ReactNode } {
  const t = useTexts('finance').finance.host
  const { api } = useApp()
  const attempt = useAttempt()
  const [loading, setLoading] = useState(false)
  const [settings, setSettings] = useState<PaymentSettingsView>()

  async function open() {
    setLoading(true)
    await attempt(async () => setSettings(await api.get('/payment-settings')))
    setLoading(false)
  }

  return {
    button: (
      <Button icon={Settings} loading={loading} onClick={() => open()}>
        {t.setUp}
      </Button>
    ),
    dialog: settings && <PaymentSettingsDialog settings={settings} close={() => setSettings(undefined)} />,
  }
}
