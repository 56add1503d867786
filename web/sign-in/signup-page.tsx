import { useSignals } from '@preact/signals-react/runtime'
import { DoorClosed } from '../ui/icons'
import { useTexts } from '../i18n/i18n'
import { links } from '../app/links'
import type { PageProps } from '../page/page-definition'
import { usePageTitle } from '../page/page-context'
import { ButtonLink, Link } from '../ui/display/link'
import { PublicLayout } from './public-layout'
import { SignUpForm } from './signup-form'
import type { SignUpData } from './sign-in-loaders'

export function page({ data, query }: PageProps<SignUpData>) {
  useSignals()
  const { signup: t } = useTexts('signup')
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
