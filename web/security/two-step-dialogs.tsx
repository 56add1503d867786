import { useState } from 'react'
import * as v from 'valibot'
import { Code, PasswordBody } from '../../src/user/second-factor/second-factor.contract'
import { useApp } from '../app/app-context'
import { CurrentPasswordField } from '../app/current-password-field'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { Dialog } from '../ui/dialog/dialog'
import { useForm } from '../ui/form/form'
import { FormDialog } from '../ui/form/form-dialog'
import { FormField } from '../ui/form/form-field'
import { useUi } from '../ui/context/ui-context'
import { mayUsePasskeys } from '../session/may-use-passkeys'
import { CodeInput } from './code-input'
import { RecoveryCodeList } from './recovery-code-list'
import { SetUpTotp } from './set-up-totp'

export function SetUpDialog({ close, onEnabled }: { close: () => void; onEnabled: (codes: string[]) => void }) {
  const t = useTexts('security').security.setUp
  return (
    <Dialog open size="m" title={t.title} onClose={close}>
      <SetUpTotp onEnabled={onEnabled} />
    </Dialog>
  )
}

export function RecoveryDialog({ codes, close }: { codes: readonly string[]; close: () => void }) {
  const t = useTexts('security').security.recovery
  const { confirm } = useUi()
  const [isKept, setKept] = useState(false)

  async function leave() {
    const question = { title: t.leaveTitle, text: t.leaveText, action: t.leave, cancel: t.stay, danger: true }
    if (isKept || (await confirm(question))) close()
  }

  return (
    <Dialog
      open
      size="s"
      title={t.title}
      description={t.text}
      onClose={() => void leave()}
      footer={
        <Button variant="primary" onClick={close}>
          {t.saved}
        </Button>
      }
    >
      <RecoveryCodeList codes={codes} onKept={() => setKept(true)} />
    </Dialog>
  )
}

interface ConfirmDialogProps {
  kind: 'off' | 'renew'
  /** Who has only passkeys confirms with one of them. */
  hasApp: boolean
  close: () => void
  onCodes: (codes: string[]) => void
  onOff: () => void
}

const WithCode = v.object({ ...PasswordBody.entries, code: Code })
const WithPasskey = v.object({ ...PasswordBody.entries, code: v.string() })

export function ConfirmDialog({ kind, hasApp, close, onCodes, onOff }: ConfirmDialogProps) {
  const { confirm: t, twoStep } = useTexts('security').security
  const { api } = useApp()
  const { toast } = useUi()
  const isOff = kind === 'off'
  const asksCode = hasApp || !mayUsePasskeys()
  const form = useForm({
    schema: asksCode ? WithCode : WithPasskey,
    initial: { currentPassword: '', code: '' },
    async save({ currentPassword, code }) {
      // Rarely needed, and not part of the first load.
      const passkey = asksCode ? undefined : await (await import('../session/passkey')).confirmWithPasskey(api)
      if (!asksCode && !passkey) return false
      const body = { currentPassword, ...(passkey ? { passkey } : { code }) }
      if (!isOff) return onCodes((await api.post('/two-factor/recovery-codes', { body })).recoveryCodes)
      await api.post('/two-factor/disable', { body })
      toast.success(twoStep.turnedOff)
      onOff()
      close()
    },
  })
  return (
    <FormDialog
      form={form}
      close={close}
      onSaved={() => {}}
      size="s"
      title={isOff ? t.offTitle : t.codesTitle}
      saveLabel={isOff ? twoStep.turnOff : twoStep.renewCodes}
    >
      <p>{isOff ? t.offText : t.codesText}</p>
      <CurrentPasswordField form={form} label={t.password} />
      {asksCode ? (
        <FormField form={form} name="code" label={t.code} required>
          {(field) => <CodeInput {...field} isRecovery />}
        </FormField>
      ) : (
        <p className="subtle">{t.passkeyText}</p>
      )}
    </FormDialog>
  )
}
