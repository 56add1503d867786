import { useSignals } from '@preact/signals-react/runtime'
import * as v from 'valibot'
import { Password } from '../../src/platform/company/company.contract'
import type { PasswordLinkView } from '../../src/user/session/session.calls'
import { useApp } from '../app/app-context'
import { links } from '../app/links'
import { useTexts } from '../i18n/i18n'
import type { PageProps } from '../page/page-definition'
import { usePageTitle } from '../page/page-context'
import { Button } from '../ui/button/button'
import { ButtonLink } from '../ui/display/link'
import { Field } from '../ui/field/field'
import { NewPasswordInput } from '../app/new-password-input'
import { TextInput } from '../ui/field/text-input'
import { useForm } from '../ui/form/form'
import { Form, FormField } from '../ui/form/form-field'
import { Link2Off } from '../ui/icons'
import { useState } from 'react'
import { CodeStep, type FirstStep, secondStepOf } from './code-step'
import { PublicLayout } from './public-layout'

const NewPassword = v.object({ password: Password })

export function page({ data, params }: PageProps<PasswordLinkView | null, { token: string }>) {
  const t = useTexts('signIn').signIn.passwordLink
  const [step, setStep] = useState<FirstStep>()
  usePageTitle(data ? (data.invited ? t.title : t.resetTitle) : t.endedTitle)
  return (
    <PublicLayout>
      {step ? (
        <CodeStep step={step} back={() => location.assign(links.login())} />
      ) : data ? (
        <section className="login-card" aria-labelledby="password-link-title">
          <h1 id="password-link-title">{t.welcome(data.name)}</h1>
          <p>{data.invited ? t.text(data.company) : t.resetText(data.company)}</p>
          <PasswordForm token={params.token} email={data.email} minLength={data.minLength} onCode={setStep} />
        </section>
      ) : (
        <section className="login-card signup-closed">
          <Link2Off size={28} strokeWidth={1.75} aria-hidden />
          <h1>{t.endedTitle}</h1>
          <p>{t.endedText}</p>
          <ButtonLink variant="primary" size="l" href={links.login()}>
            {t.signIn}
          </ButtonLink>
        </section>
      )}
    </PublicLayout>
  )
}

interface PasswordFormProps {
  token: string
  email: string
  minLength: number
  onCode: (step: FirstStep) => void
}

function PasswordForm({ token, email, minLength, onCode }: PasswordFormProps) {
  useSignals()
  const t = useTexts('signIn').signIn.passwordLink
  const { session } = useApp()
  const form = useForm({
    schema: NewPassword,
    initial: { password: '' },
    async save({ password }) {
      try {
        await session.redeemLink(token, password)
      } catch (error) {
        const asked = secondStepOf(error)
        if (!asked) throw error
        onCode(asked)
      }
    },
  })
  return (
    <Form form={form} className="login-form">
      {/* The name is for password managers. */}
      <Field label={t.email}>
        <TextInput name="email" type="email" autoComplete="username" readOnly value={email} onValueChange={() => {}} />
      </Field>
      <FormField form={form} name="password" label={t.password} help={t.passwordHelp}>
        {(field) => <NewPasswordInput {...field} minLength={minLength} name="password" autoFocus />}
      </FormField>
      <Button type="submit" variant="primary" size="l" wide loading={form.saving.value}>
        {form.saving.value ? t.entering : t.enter}
      </Button>
    </Form>
  )
}
