import { useSignals } from '@preact/signals-react/runtime'
import { storageTone } from '../../src/platform/plan/storage-use.contract'
import { CalendarClock, HardDrive } from '../ui/icons'
import { useApp, useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { links } from '../app/links'
import { isAdmin } from '../app/screen-access'
import { Link } from '../ui/display/link'

/** For users who can pay: the last days before the due date, or that the plan's storage is nearly used. */
export function SubscriptionLine() {
  useSignals()
  const t = useTexts().session
  const { session, navigation } = useApp()
  const user = useUser()
  const { state, daysLeft } = session.subscription()
  if (!isAdmin(user)) return null
  // The linked pages say the same.
  const path = navigation.shown.value.path
  if (state === 'to-expire' || state === 'expires-today') {
    if (path === links.finance()) return null
    return (
      <p className="subscription-line" role="status">
        <CalendarClock size={14} aria-hidden />
        {state === 'expires-today' ? t.expiresToday : t.expiresIn(daysLeft)}
        <Link href={links.finance()}>{t.seeInvoices}</Link>
      </p>
    )
  }
  const { storagePercent } = user.company
  const tone = storageTone(storagePercent)
  if (storagePercent === null || !tone || path === links.subscription()) return null
  return (
    <p className="subscription-line" role="status" data-tone={tone}>
      <HardDrive size={14} aria-hidden />
      {storagePercent < 100 ? t.storageUsed(storagePercent) : t.storageFull}
      <Link href={links.subscription()}>{t.seePlan}</Link>
    </p>
  )
}
