import { useSignals } from '@preact/signals-react/runtime'
import { CalendarClock } from '../ui/icons'
import { useApp, useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { links } from '../app/links'
import { isAdmin } from '../app/screen-access'
import { Link } from '../ui/display/link'

/** Shown in the last days before the due date, to users who can pay. */
export function SubscriptionLine() {
  useSignals()
  const t = useTexts().session
  const { session, navigation } = useApp()
  const user = useUser()
  const { state, daysLeft } = session.subscription()
  const near = state === 'to-expire' || state === 'expires-today'
  // The linked page says the same.
  if (!near || !isAdmin(user) || navigation.shown.value.path === links.finance()) return null
  return (
    <p className="subscription-line" role="status">
      <CalendarClock size={14} aria-hidden />
      {state === 'expires-today' ? t.expiresToday : t.expiresIn(daysLeft)}
      <Link href={links.finance()}>{t.seeInvoices}</Link>
    </p>
  )
}
