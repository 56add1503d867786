import { useEffect, useState } from 'react'
import { PasswordBody } from '../../src/user/second-factor/second-factor.contract'
import type { PasskeyView } from '../../src/user/passkey/passkey.calls'
import { useApp } from '../app/app-context'
import { CurrentPasswordField } from '../app/current-password-field'
import { useFormat, useTexts } from '../i18n/i18n'
import { mayUsePasskeys } from '../session/may-use-passkeys'
import { Button } from '../ui/button/button'
import { useUi } from '../ui/context/ui-context'
import { ErrorState, SkeletonRows } from '../ui/feedback/feedback'
import { useForm } from '../ui/form/form'
import { FormDialog } from '../ui/form/form-dialog'
import { KeyRound } from '../ui/icons'
import { nameOf } from './device-section'
import { RecoveryDialog } from './two-step-dialogs'

/** @param onChanged when the user gets or loses a second factor */
export function PasskeySection({ onChanged }: { onChanged: () => void }) {
  const t = useTexts('security').security.passkeys
  const { passkeys, error, load } = usePasskeys()
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const changed = () => {
    load()
    onChanged()
  }
  return (
    <section className="security-section" aria-labelledby="security-passkeys">
      <h3 id="security-passkeys">{t.title}</h3>
      <p className="subtle">{mayUsePasskeys() ? t.about : t.unsupported}</p>
      {error !== undefined && <ErrorState error={error} onRetry={load} compact />}
      {!passkeys && error === undefined && <SkeletonRows count={1} picture={false} />}
      {passkeys && passkeys.length > 0 && (
        <ul className="security-devices">
          {passkeys.map((passkey) => (
            <Passkey
              key={passkey.id}
              passkey={passkey}
              onRemove={() => setOpened({ kind: 'remove', id: passkey.id })}
            />
          ))}
        </ul>
      )}
      {mayUsePasskeys() && (
        <div className="row wraps gap-2">
          <Button icon={KeyRound} onClick={() => setOpened({ kind: 'add' })}>
            {t.add}
          </Button>
        </div>
      )}
      {opened?.kind === 'add' && (
        <AddPasskeyDialog
          close={close}
          onAdded={(codes) => {
            if (codes.length > 0) setOpened({ kind: 'codes', codes })
            changed()
          }}
        />
      )}
      {opened?.kind === 'codes' && <RecoveryDialog codes={opened.codes} close={close} />}
      {opened?.kind === 'remove' && <RemoveDialog id={opened.id} close={close} onRemoved={changed} />}
    </section>
  )
}

type Opened = { kind: 'add' } | { kind: 'codes'; codes: string[] } | { kind: 'remove'; id: number }

function usePasskeys() {
  const { api } = useApp()
  const [passkeys, setPasskeys] = useState<PasskeyView[]>()
  const [error, setError] = useState<unknown>()

  function load() {
    setError(undefined)
    api.get('/passkeys').then((answer) => setPasskeys(answer.passkeys), setError)
  }
  useEffect(load, [api])
  return { passkeys, error, load }
}

function Passkey({ passkey, onRemove }: { passkey: PasskeyView; onRemove: () => void }) {
  const { passkeys: t, devices } = useTexts('security').security
  const format = useFormat()
  const { createdAt, lastUsedAt } = passkey
  const name = nameOf(passkey, devices)

  return (
    <li className="security-device">
      <KeyRound size={20} aria-hidden />
      <div>
        <p>
          <bdi>{name}</bdi>
        </p>
        <p className="subtle tabular">
          {lastUsedAt ? t.used(format.dateTime(lastUsedAt)) : t.unused(format.dateTime(createdAt))}
        </p>
        <div className="row wraps gap-2">
          <Button size="s" aria-label={t.removeOf(name)} onClick={onRemove}>
            {t.remove}
          </Button>
        </div>
      </div>
    </li>
  )
}

function RemoveDialog({ id, close, onRemoved }: { id: number; close: () => void; onRemoved: () => void }) {
  const t = useTexts('security').security.passkeys
  const { api } = useApp()
  const { toast } = useUi()
  const form = useForm({
    schema: PasswordBody,
    initial: { currentPassword: '' },
    async save(body) {
      await api.post('/passkeys/:id/remove', { params: { id }, body })
      toast.success(t.removed)
      onRemoved()
      close()
    },
  })
  return (
    <FormDialog form={form} close={close} onSaved={() => {}} size="s" title={t.removeTitle} saveLabel={t.remove}>
      <p>{t.removeText}</p>
      <CurrentPasswordField form={form} label={t.password} />
    </FormDialog>
  )
}

interface AddPasskeyProps {
  close: () => void
  /** With recovery codes for the user's first second factor. */
  onAdded: (recoveryCodes: string[]) => void
}

export function AddPasskeyDialog({ close, onAdded }: AddPasskeyProps) {
  const t = useTexts('security').security.passkeys
  const { api } = useApp()
  const { toast } = useUi()
  const form = useForm({
    schema: PasswordBody,
    initial: { currentPassword: '' },
    async save({ currentPassword }) {
      // Rarely needed, and not part of the first load.
      const { makePasskey } = await import('../session/passkey')
      const added = await makePasskey(api, currentPassword)
      if (!added) return
      toast.success(t.added)
      close()
      onAdded([...added.recoveryCodes])
    },
  })
  return (
    <FormDialog form={form} close={close} onSaved={() => {}} size="s" title={t.addTitle} saveLabel={t.add}>
      <p>{t.addText}</p>
      <CurrentPasswordField form={form} label={t.password} />
    </FormDialog>
  )
}
