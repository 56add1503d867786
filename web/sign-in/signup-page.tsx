import { useSignals } from '@preact/signals-react/runtime'
import { DoorClosed, Check } from '../ui/icons'
import { useTexts, useLanguage, useFormat } from '../i18n/i18n'
import { links } from '../app/links'
import type { PageProps } from '../page/page-definition'
import { usePageTitle } from '../page/page-context'
import { ButtonLink, Link } from '../ui/display/link'
import { PublicLayout } from './public-layout'
import type { SignUpData } from './sign-in-loaders'
import * as v from 'valibot'
import type { PlanView } from '../../src/platform/plan/plan.calls'
import { SignUpBody } from '../../src/user/user.contract'
import { useApp } from '../app/app-context'
import { Button } from '../ui/button/button'
import { useForm } from '../ui/form/form'
import { Form, FormField, type FieldControl } from '../ui/form/form-field'
import { NewPasswordInput } from '../app/new-password-input'
import { TextInput } from '../ui/field/text-input'
import { leaveFlash } from '../session/flash'
import { planFlags } from '../../src/kernel/company/company-plan.contract'
import { EmailInput, keepSignedUpEmail } from './email-input'

export function page({ data, query }: PageProps<SignUpData>) {
  useSignals()
  const t = useTexts('signIn').signIn.signup
  usePageTitle(t.title)
  const open = data.allowSignup && data.plans.length > 0
  return (
    <PublicLayout>
      {open ? (
        <section className="login-card signup-card" aria-labelledby="signup-title">
          <h1 id="signup-title">{t.heading}</h1>
          <p>{t.subtitle(data.trialDays)}</p>
          <SignUpForm plans={data.plans} companyId={query.get('companyId')} />
          <p className="login-signup">
            {t.haveAccount} <Link href={links.login()}>{t.signIn}</Link>
          </p>
        </section>
      ) : (
        <section className="login-card signup-closed">
          <DoorClosed size={28} strokeWidth={1.75} aria-hidden />
          <h1>{t.closedTitle}</h1>
          <p>{t.closedText}</p>
          <ButtonLink variant="primary" size="l" href={links.login()}>
            {t.signIn}
          </ButtonLink>
        </section>
      )}
    </PublicLayout>
  )
}

const { companyName, name, email, phone, password } = SignUpBody.entries

const SignUpValues = v.object({
  companyName,
  name,
  email,
  phone,
  password,
  planId: v.pipe(v.nullable(v.number()), v.number('required')),
})

interface SignUpFormProps {
  plans: readonly PlanView[]
  /** From the link; ignored, because a new company is always created. */
  companyId: string | null
}

function SignUpForm({ plans, companyId }: SignUpFormProps) {
  useSignals()
  const t = useTexts('signIn').signIn.signup
  const form = useSignUpForm(plans, companyId)
  return (
    <Form form={form} className="login-form">
      <FormField form={form} name="companyName" label={t.companyName}>
        {(field) => <TextInput {...field} name="companyName" autoComplete="organization" autoFocus />}
      </FormField>
      <div className="form-row">
        <FormField form={form} name="name" label={t.name}>
          {(field) => <TextInput {...field} name="name" autoComplete="name" />}
        </FormField>
        <FormField form={form} name="phone" label={t.phone}>
          {(field) => (
            <TextInput {...field} name="phone" type="tel" autoComplete="tel" placeholder="+55 11 98888-7777" />
          )}
        </FormField>
      </div>
      <div className="form-row">
        <FormField form={form} name="email" label={t.email}>
          {(field) => <EmailInput {...field} />}
        </FormField>
        <FormField form={form} name="password" label={t.password} help={t.passwordHelp}>
          {(field) => <NewPasswordInput {...field} name="password" />}
        </FormField>
      </div>
      <FormField form={form} name="planId" label={t.plan} group>
        {(field) => <PlanChoice {...field} id={form.fields.planId.id} plans={plans} />}
      </FormField>
      <Button type="submit" variant="primary" size="l" wide loading={form.saving.value}>
        {form.saving.value ? t.sending : t.send}
      </Button>
    </Form>
  )
}

function useSignUpForm(plans: readonly PlanView[], companyId: string | null) {
  const { api } = useApp()
  const language = useLanguage()
  const [only, ...others] = plans
  const planId = only && others.length === 0 ? only.id : null
  return useForm({
    schema: SignUpValues,
    initial: { companyName: '', name: '', phone: '', email: '', password: '', planId },
    async save(values) {
      await api.post('/auth/signup', { body: { ...values, language, ...(companyId && { companyId }) } })
      leaveFlash({ kind: 'signed-up' })
      keepSignedUpEmail(values.email)
      location.assign(links.login())
    },
  })
}

interface PlanChoiceProps extends FieldControl<number | null> {
  id: string
  plans: readonly PlanView[]
}

function PlanChoice({ id, plans, value, onValueChange, onBlur }: PlanChoiceProps) {
  const [first] = plans
  return (
    <div className="stack">
      {plans.map((plan) => (
        <label key={plan.id} className="plan-card">
          <input
            type="radio"
            name="planId"
            id={plan === first ? id : undefined}
            value={plan.id}
            checked={value === plan.id}
            onChange={() => onValueChange(plan.id)}
            onBlur={onBlur}
          />
          <PlanText plan={plan} />
        </label>
      ))}
    </div>
  )
}

function PlanText({ plan }: { plan: PlanView }) {
  const { signIn, session } = useTexts('signIn')
  const t = signIn.signup
  const format = useFormat()
  const held = planFlags.filter((flag) => plan[flag])
  return (
    <span className="grows stack gap-1">
      <span className="plan-card-head">
        <bdi className="plan-card-name">{plan.name}</bdi>
        <span className="plan-card-price note-text">
          <strong className="tabular">{format.currency(plan.amount)}</strong> {t.perMonth}
        </span>
      </span>
      <span className="plan-card-limits">{session.planLimits(plan, format.number)}</span>
      <span className="plan-card-flags note-text">
        {held.map((flag) => (
          <span key={flag}>
            <Check size={12} aria-hidden />
            {t.flags[flag]}
          </span>
        ))}
      </span>
    </span>
  )
}
