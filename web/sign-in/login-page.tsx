import { useSignals } from '@preact/signals-react/runtime'
import { useApp } from '../app/app-context'
import { useErrorText, useTexts } from '../i18n/i18n'
import { links } from '../app/links'
import type { PageProps } from '../page/page-definition'
import { usePageTitle } from '../page/page-context'
import { Button } from '../ui/button/button'
import { FailureText } from '../ui/feedback/feedback'
import { Field } from '../ui/field/field'
import { Link } from '../ui/display/link'
import { PasswordInput } from '../ui/field/password-input'
import { NewPasswordInput } from '../app/new-password-input'
import type { LoginData } from './sign-in-loaders'
import { PublicLayout } from './public-layout'
import * as v from 'valibot'
import { Password } from '../../src/platform/company/company.contract'
import { useForm } from '../ui/form/form'
import { Form, FormField } from '../ui/form/form-field'
import { useEffect, useState, type FormEvent } from 'react'
import { readRefused } from '../i18n/error-text'
import type { Texts } from '../i18n/pt'
import { CodeStep, type FirstStep, secondStepOf } from './code-step'
import { EmailInput, consumeSignedUpEmail } from './email-input'
import { mayUsePasskeys } from '../session/may-use-passkeys'
import { KeyRound } from '../ui/icons'

const NewPassword = v.object({ newPassword: Password })

interface NewPasswordFormProps {
  email: string
  /** The one that somebody else has seen. */
  password: string
  minLength: number
  onCode: (step: FirstStep) => void
}

export function page({ data }: PageProps<LoginData, object>) {
  useSignals()
  const t = useTexts().session
  const { branding } = useApp()
  const form = useLoginForm()
  usePageTitle(t.title)
  if (form.step) {
    return (
      <PublicLayout>
        <CodeStep step={form.step} back={form.restart} />
      </PublicLayout>
    )
  }
  if (form.initial) return <NewPasswordStep {...form.initial} onCode={form.setStep} />
  return (
    <PublicLayout>
      <section className="login-card" aria-labelledby="login-title">
        <h1 id="login-title">{t.welcome}</h1>
        <p>{t.subtitle(branding.name)}</p>
        <LoginForm form={form} mail={data.mail} />
        {data.allowSignup && (
          <p className="login-signup">
            {t.noAccount} <Link href={links.signup()}>{t.signup}</Link>
          </p>
        )}
      </section>
    </PublicLayout>
  )
}

function NewPasswordStep(given: NewPasswordFormProps) {
  const t = useTexts().session
  return (
    <PublicLayout>
      <section className="login-card" aria-labelledby="login-title">
        <h1 id="login-title">{t.choosePassword}</h1>
        <p>{t.choosePasswordText}</p>
        <NewPasswordForm {...given} />
      </section>
    </PublicLayout>
  )
}

function LoginForm({ form, mail }: { form: ReturnType<typeof useLoginForm>; mail: boolean }) {
  const t = useTexts().session
  const errorText = useErrorText()
  return (
    <form className="login-form" method="post" noValidate onSubmit={form.submit}>
      <Field label={t.email} error={form.faults.email}>
        <EmailInput autoFocus value={form.email} onValueChange={form.setEmail} />
      </Field>
      <Field label={t.password} error={form.faults.password}>
        <PasswordInput
          name="password"
          autoComplete="current-password"
          value={form.password}
          onValueChange={form.setPassword}
        />
      </Field>
      <div role="alert">{form.failure !== undefined && <FailureText>{errorText(form.failure)}</FailureText>}</div>
      <Button type="submit" variant="primary" size="l" wide loading={form.busy}>
        {form.busy ? t.entering : t.enter}
      </Button>
      <PasskeyButton onFailure={form.setFailure} />
      {mail ? (
        <Link className="login-forgot" href={links.forgotPassword()}>
          {t.forgot}
        </Link>
      ) : (
        <details className="login-forgot">
          <summary>{t.forgot}</summary>
          <p>{t.forgotText}</p>
        </details>
      )}
    </form>
  )
}

function NewPasswordForm({ email, password, minLength, onCode }: NewPasswordFormProps) {
  useSignals()
  const t = useTexts().session
  const { session } = useApp()
  const form = useForm({
    schema: NewPassword,
    initial: { newPassword: '' },
    async save({ newPassword }) {
      try {
        await session.login(email, password, newPassword)
      } catch (error) {
        const asked = secondStepOf(error)
        if (!asked) throw error
        onCode({ ...asked, newPassword })
      }
    },
  })
  return (
    <Form form={form} className="login-form">
      {/* For password managers. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <FormField form={form} name="newPassword" label={t.newPassword} help={t.newPasswordHelp}>
        {(field) => <NewPasswordInput {...field} minLength={minLength} name="newPassword" autoFocus />}
      </FormField>
      <Button type="submit" variant="primary" size="l" wide loading={form.saving.value}>
        {form.saving.value ? t.entering : t.saveAndEnter}
      </Button>
    </Form>
  )
}

interface LoginErrors {
  email?: string
  password?: string
}

interface Given {
  email: string
  password: string
}

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

function useLoginForm() {
  const { session } = useApp()
  const texts = useTexts()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<LoginErrors>({})
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  /** The accepted address and password, while the user must choose a new password. */
  const [initial, setInitial] = useState<Given & { minLength: number }>()
  /** The password was right; a code is missing. */
  const [step, setStep] = useState<FirstStep>()
  useEffect(() => {
    const signedUp = consumeSignedUpEmail()
    if (!signedUp) return
    setEmail((typed) => typed || signedUp)
    document.querySelector<HTMLInputElement>('.login-form [name=password]')?.focus()
  }, [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const input = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`)
    if (busy) return
    // What a browser filled in before hydration never passed through a change event.
    const given = { email: (input('email')?.value ?? email).trim(), password: input('password')?.value ?? password }
    const found = faultsOf(given, texts)
    setErrors(found)
    setFailure(undefined)
    const [first] = Object.keys(found)
    if (first) return input(first)?.focus()
    setBusy(true)
    try {
      await session.login(given.email, given.password)
    } catch (error) {
      setBusy(false)
      const refused = readRefused(error)
      if (refused?.code === 'ERR_PASSWORD_CHANGE_REQUIRED') {
        return setInitial({ ...given, minLength: Number(refused.body['minLength']) })
      }
      const asked = secondStepOf(error)
      if (asked) return setStep(asked)
      setFailure(error)
      input('password')?.select()
    }
  }

  function restart() {
    setStep(undefined)
    setInitial(undefined)
    setPassword('')
  }

  return {
    email,
    setEmail,
    password,
    setPassword,
    busy,
    faults: errors,
    failure,
    submit,
    initial,
    setFailure,
    step,
    setStep,
    restart,
  }
}

function faultsOf(given: Given, { session: t }: Texts) {
  const errors: LoginErrors = {}
  if (given.email === '') errors.email = t.emailRequired
  else if (!emailShape.test(given.email)) errors.email = t.emailInvalid
  if (given.password === '') errors.password = t.passwordRequired
  return errors
}

/** Only where the browser knows passkeys, which the server cannot tell. */
function PasskeyButton({ onFailure }: { onFailure: (failure: unknown) => void }) {
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
