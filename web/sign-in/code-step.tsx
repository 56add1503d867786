import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import * as v from 'valibot'
import { Code } from '../../src/user/second-factor/second-factor.contract'
import { useApp } from '../app/app-context'
import { readRefused } from '../i18n/error-text'
import { useTexts } from '../i18n/i18n'
import { CodeInput } from '../security/code-input'
import type { SecondStep } from '../session/session-model'
import { Button } from '../ui/button/button'
import { useForm } from '../ui/form/form'
import { Form, FormField } from '../ui/form/form-field'
import { textOf } from '../../src/kernel/untyped-json.contract'

export type FirstStep = Omit<SecondStep, 'code'>

/** Of a sign-in that needs a second factor; undefined for any other failure. */
export function challengeOf(error: unknown): string | undefined {
  const refused = readRefused(error)
  return refused?.code === 'ERR_SECOND_FACTOR_REQUIRED' ? textOf(refused.body['challenge']) : undefined
}

const CodeBody = v.object({ code: Code })

/** @param back to the first step */
export function CodeStep({ step, back }: { step: FirstStep; back: () => void }) {
  const t = useTexts('security').security.codeStep
  const [isRecovery, setRecovery] = useState(false)
  return (
    <section className="login-card" aria-labelledby="login-title">
      <h1 id="login-title">{t.title}</h1>
      <p>{isRecovery ? t.recoveryText : t.text}</p>
      <CodeForm key={String(isRecovery)} step={step} isRecovery={isRecovery} />
      <div className="row wraps gap-2 login-code-ways">
        <Button variant="ghost" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? t.useApp : t.useRecovery}
        </Button>
        <Button variant="ghost" onClick={back}>
          {t.back}
        </Button>
      </div>
      {isRecovery && <p>{t.lost}</p>}
    </section>
  )
}

function CodeForm({ step, isRecovery }: { step: FirstStep; isRecovery: boolean }) {
  useSignals()
  const t = useTexts('security').security.codeStep
  const { session } = useApp()
  const form = useForm({
    schema: CodeBody,
    initial: { code: '' },
    save: ({ code }) => session.enterCode({ ...step, code }),
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
