import { useEffect } from 'react'
import { useUser } from '../../app/app-context'
import { homePath } from '../../app/home-path'
import { displayDay } from '../../i18n/display-day'
import { useTexts } from '../../i18n/i18n'
import { Dialog } from '../../ui/dialog/dialog'
import { CircleCheckBig } from '../../ui/icons'

const homeMs = 4000

/**
 * Shows the new due date, then goes to the start page, at once if closed. The page is reloaded, because the plan may
 * have changed.
 */
export function PaidDialog({ dueDate }: { dueDate: string }) {
  const t = useTexts('checkout').checkout
  const home = homePath(useUser())
  useEffect(() => {
    const timer = setTimeout(() => location.assign(home), homeMs)
    return () => clearTimeout(timer)
  }, [home])
  return (
    <Dialog open title={t.paidTitle} onClose={() => location.assign(home)}>
      <div className="checkout-paid" role="status">
        <CircleCheckBig size={40} aria-hidden />
        <p>
          <strong>{t.renewedUntil(displayDay(dueDate))}</strong>
          <span>{t.goingHome}</span>
        </p>
      </div>
    </Dialog>
  )
}
