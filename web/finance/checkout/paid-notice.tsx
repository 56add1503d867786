import { useEffect } from 'react'
import { useUser } from '../../app/app-context'
import { homePath } from '../../app/home-path'
import { displayDay } from '../../i18n/display-day'
import { useTexts } from '../../i18n/i18n'
import { CircleCheckBig } from '../../ui/icons'

const homeMs = 4000

/** Says until when the licence was renewed, and leads home. The page is loaded anew, since the plan may be another. */
export function PaidNotice({ dueDate }: { dueDate: string }) {
  const t = useTexts('checkout').checkout
  const home = homePath(useUser())
  useEffect(() => {
    const timer = setTimeout(() => location.assign(home), homeMs)
    return () => clearTimeout(timer)
  }, [home])
  return (
    <div className="checkout-paid" role="status">
      <CircleCheckBig size={40} aria-hidden />
      <p>
        <strong>{t.renewedUntil(displayDay(dueDate))}</strong>
        <span>{t.goingHome}</span>
      </p>
    </div>
  )
}
