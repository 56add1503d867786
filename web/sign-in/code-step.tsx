import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import * as v from 'valibot'
import { Code } from '../../src/user/second-factor/second-factor.contract'
import { useApp } from '../app/app-context'
import { readRefused } from '../i18n/error-text'
import { useErrorText, useTexts } from '../i18n/i18n'
import { CodeInput } from '../security/code-input'
import { mayUsePasskeys } from '../session/may-use-passkeys'
import type { SecondStep } from '../session/session-model'
import { Button } from '../ui/button/button'
import { FailureText } from '../ui/feedback/feedback'
import { useForm } from '../ui/form/form'
import { Form, FormField } from '../ui/form/form-field'
import { KeyRound } from '../ui/icons'

const Asked = v.object({ challenge: v.string(), ways: v.object({ app: v.boolean(), passkey: v.boolean() }) })
type Asked = v.InferOutput<typeof Asked>

export type FirstStep = SecondStep & Pick<Asked, 'ways'>

/** What a sign-in asks for after the password; undefined for any other failure. */
export function secondStepOf(error: unknown): Asked | undefined {
  const refused = readRefused(error)
  const asked = refused?.code === 'ERR_SECOND_FACTOR_REQUIRED' ? v.safeParse(Asked, refused.body) : undefined
  return asked?.success ? asked.output : undefined
}

const CodeBody = v.object({ code: Code })

type Way = 'app' | 'passkey' | 'recovery'

/** @param back to the first step */
export function CodeStep({ step, back }: { step: FirstStep; back: () => void }) {
  const t = useTexts('security').security.codeStep
  const ways: Way[] = [
    ...(step.ways.app ? (['app'] as const) : []),
    ...(step.ways.passkey && mayUsePasskeys() ? (['passkey'] as const) : []),
    'recovery',
  ]
  const [way, setWay] = useState<Way>(ways[0] ?? 'recovery')
  const labels = { app: t.useApp, passkey: t.usePasskey, recovery: t.useRecovery }
  return (
    <section className="login-card" aria-labelledby="login-title">
      <h1 id="login-title">{t.title}</h1>
      <p>{{ app: t.text, passkey: t.passkeyText, recovery: t.recoveryText }[way]}</p>
      {way === 'passkey' ? (
        <PasskeyForm challenge={step.challenge} />
      ) : (
        <CodeForm key={way} step={step} isRecovery={way === 'recovery'} />
      )}
      <div className="row wraps gap-2 login-code-ways">
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} variant="ghost" onClick={() => setWay(other)}>
              {labels[other]}
            </Button>
          ))}
        <Button variant="ghost" onClick={back}>
          {t.back}
        </Button>
      </div>
      {way === 'recovery' && <p>{t.lost}</p>}
    </section>
  )
}

function CodeForm({ step: { challenge, newPassword }, isRecovery }: { step: FirstStep; isRecovery: boolean }) {
  useSignals()
  const t = useTexts('security').security.codeStep
  const { session } = useApp()
  const form = useForm({
    schema: CodeBody,
    initial: { code: '' },
    save: ({ code }) => session.enterCode({ challenge, newPassword }, code),
  })
  return (
    <Form form={form} className="login-form">
      <FormField form={form} name="code" label={isRecovery ? t.recoveryCode : t.code}>
        {(field) => <CodeInput {...field} isRecovery={isRecovery} autoFocus />}
      </FormField>
      <Button type="submit" variant="primary" size="l" wide loading={form.saving.value}>
        {form.saving.value ? t.entering : t.enter}
      </Button>
    </Form>
  )
}

function PasskeyForm({ challenge }: { challenge: string }) {
  const t = useTexts('security').security.codeStep
  const errorText = useErrorText()
  const { session } = useApp()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function enter() {
    setBusy(true)
    setFailure(undefined)
    try {
      if (await session.enterWithPasskey(challenge)) return
    } catch (error) {
      setFailure(error)
    }
    setBusy(false)
  }

  return (
    <div className="login-form">
      <div role="alert">{failure !== undefined && <FailureText>{errorText(failure)}</FailureText>}</div>
      <Button variant="primary" size="l" wide autoFocus icon={KeyRound} loading={busy} onClick={enter}>
        {t.enterWithPasskey}
      </Button>
    </div>
  )
}
