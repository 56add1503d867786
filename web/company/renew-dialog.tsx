import type { CompanyView } from '../../src/platform/company/company.calls'
import { renewalDates } from '../../src/platform/company/company.contract'
import { useApp } from '../app/app-context'
import { displayDay } from '../i18n/display-day'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { Dialog } from '../ui/dialog/dialog'
import { useBusyAttempt } from '../ui/form/use-attempt'

interface RenewDialogProps {
  company: CompanyView
  close: () => void
}

/**
 * Shows both dates before the due date moves by one recurrence; if the result is still past, offers to renew from
 * today.
 */
export function RenewDialog({ company, close }: RenewDialogProps) {
  const { company: texts, ui } = useTexts('company')
  const t = texts.renew
  const { api } = useApp()
  const { busy, attempt } = useBusyAttempt()
  const { id, name, dueDate, recurrence } = company
  const { renewed, fromToday, isPast } = renewalDates(company)

  async function renew(body: { dueDate: string; fromToday: boolean }, to: string) {
    const done = await attempt(
      () => api.post('/companies/:id/renew', { params: { id }, body }),
      t.done(name, displayDay(to)),
    )
    if (done) close()
  }

  return (
    <Dialog
      open
      alert
      size="s"
      title={t.title(name)}
      description={t.text(displayDay(dueDate), displayDay(renewed), texts.recurrences[recurrence])}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{ui.cancel}</Button>
          <Button
            variant={isPast ? 'secondary' : 'primary'}
            loading={busy}
            data-autofocus={!isPast || undefined}
            onClick={() => renew({ dueDate, fromToday: false }, renewed)}
          >
            {isPast ? t.until(displayDay(renewed)) : t.action}
          </Button>
          {isPast && (
            <Button variant="primary" loading={busy} onClick={() => renew({ dueDate, fromToday: true }, fromToday)}>
              {t.until(displayDay(fromToday))}
            </Button>
          )}
        </>
      }
    >
      {isPast && <p>{t.stillPast(displayDay(fromToday))}</p>}
    </Dialog>
  )
}
