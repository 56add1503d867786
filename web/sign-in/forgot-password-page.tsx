import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import * as v from 'valibot'
import { Email } from '../../src/platform/company/company.contract'
import { useApp } from '../app/app-context'
import { links } from '../app/links'
import { useTexts } from '../i18n/i18n'
import { usePageTitle } from '../page/page-context'
import { Button } from '../ui/button/button'
import { ButtonLink, Link } from '../ui/display/link'
import { useForm } from '../ui/form/form'
import { Form, FormField } from '../ui/form/form-field'
import { Mail } from '../ui/icons'
import { PublicLayout } from './public-layout'
import { EmailInput } from './email-input'

const Forgotten = v.object({ email: Email })

/** Where a link for a new password is asked for. What it says is the same whether the address is known or not. */
export function page() {
  const t = useTexts('signIn').signIn.passwordLink.forgotten
  const [email, setEmail] = useState<string>()
  usePageTitle(t.title)
  return (
    <PublicLayout>
      {email === undefined ? (
        <section className="login-card" aria-labelledby="forgot-title">
          <h1 id="forgot-title">{t.title}</h1>
          <p>{t.text}</p>
          <ForgottenForm onAsked={setEmail} />
          <p className="login-signup">
            <Link href={links.login()}>{t.back}</Link>
          </p>
        </section>
      ) : (
        <section className="login-card signup-closed" role="status">
          <Mail size={28} strokeWidth={1.75} aria-hidden />
          <h1>{t.askedTitle}</h1>
          <p>{t.askedText(email)}</p>
          <ButtonLink variant="primary" size="l" href={links.login()}>
            {t.back}
          </ButtonLink>
        </section>
      )}
    </PublicLayout>
  )
}

function ForgottenForm({ onAsked }: { onAsked: (email: string) => void }) {
  useSignals()
  const t = useTexts('signIn').signIn.passwordLink
  const { api } = useApp()
  const form = useForm({
    schema: Forgotten,
    initial: { email: '' },
    save: async ({ email }) => {
      await api.post('/auth/forgot-password', { body: { email } })
      onAsked(email)
    },
  })
  return (
    <Form form={form} className="login-form">
      <FormField form={form} name="email" label={t.email}>
        {(field) => (
          <EmailInput
            {...field}

            autoFocus
          />
        )}
      </FormField>
      <Button type="submit" variant="primary" size="l" wide loading={form.saving.value}>
        {t.forgotten.ask}
      </Button>
    </Form>
  )
}
