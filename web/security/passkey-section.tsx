import { useEffect, useState } from 'react'
import { PasswordBody } from '../../src/user/second-factor/second-factor.contract'
import type { PasskeyView } from '../../src/user/passkey/passkey.calls'
import { useApp } from '../app/app-context'
import { useFormat, useTexts } from '../i18n/i18n'
import { mayUsePasskeys } from '../session/may-use-passkeys'
import { Button } from '../ui/button/button'
import { useUi } from '../ui/context/ui-context'
import { ErrorState, SkeletonRows } from '../ui/feedback/feedback'
import { PasswordInput } from '../ui/field/password-input'
import { useForm } from '../ui/form/form'
import { FormDialog } from '../ui/form/form-dialog'
import { FormField } from '../ui/form/form-field'
import { useAttempt } from '../ui/form/use-attempt'
import { KeyRound } from '../ui/icons'
import { nameOf } from './device-section'

export function PasskeySection() {
  const t = useTexts('security').security.passkeys
  const { passkeys, error, load } = usePasskeys()
  const [isAdding, setAdding] = useState(false)
  return (
    <section className="security-section" aria-labelledby="security-passkeys">
      <h3 id="security-passkeys">{t.title}</h3>
      <p className="subtle">{mayUsePasskeys() ? t.about : t.unsupported}</p>
      {error !== undefined && <ErrorState error={error} onRetry={load} compact />}
      {!passkeys && error === undefined && <SkeletonRows count={1} picture={false} />}
      {passkeys && passkeys.length > 0 && (
        <ul className="security-devices">
          {passkeys.map((passkey) => (
            <Passkey key={passkey.id} passkey={passkey} onRemoved={load} />
          ))}
        </ul>
      )}
      {mayUsePasskeys() && (
        <div className="row wraps gap-2">
          <Button icon={KeyRound} onClick={() => setAdding(true)}>
            {t.add}
          </Button>
        </div>
      )}
      {isAdding && <AddDialog close={() => setAdding(false)} onAdded={load} />}
    </section>
  )
}

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

function Passkey({ passkey, onRemoved }: { passkey: PasskeyView; onRemoved: () => void }) {
  const { passkeys: t, devices } = useTexts('security').security
  const format = useFormat()
  const { api } = useApp()
  const attempt = useAttempt()
  const { id, createdAt, lastUsedAt } = passkey
  const name = nameOf(passkey, devices)

  async function remove() {
    if (await attempt(() => api.delete('/passkeys/:id', { params: { id } }), t.removed)) onRemoved()
  }

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
          <Button size="s" aria-label={t.removeOf(name)} onClick={remove}>
            {t.remove}
          </Button>
        </div>
      </div>
    </li>
  )
}

function AddDialog({ close, onAdded }: { close: () => void; onAdded: () => void }) {
  const t = useTexts('security').security.passkeys
  const { api } = useApp()
  const { toast } = useUi()
  const form = useForm({
    schema: PasswordBody,
    initial: { currentPassword: '' },
    async save({ currentPassword }) {
      // Rarely needed, and not part of the first load.
      const { makePasskey } = await import('../session/passkey')
      if (!(await makePasskey(api, currentPassword))) return
      toast.success(t.added)
      onAdded()
      close()
    },
  })
  return (
    <FormDialog form={form} close={close} onSaved={() => {}} size="s" title={t.addTitle} saveLabel={t.add}>
      <p>{t.addText}</p>
      <FormField form={form} name="currentPassword" label={t.password} required>
        {(field) => <PasswordInput {...field} autoComplete="current-password" />}
      </FormField>
    </FormDialog>
  )
}
