import type { CompanyView } from '../../src/platform/company/company.calls'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { useUi } from '../ui/context/ui-context'
import { Dialog } from '../ui/dialog/dialog'
import { useBusyAttempt } from '../ui/form/use-attempt'

/** Ends all sessions of a company, such as after a theft of credentials. */
export function SignOutCompanyDialog({ company, close }: { company: CompanyView; close: () => void }) {
  const { company: texts, ui } = useTexts('company')
  const t = texts.signOut
  const { api } = useApp()
  const { toast } = useUi()
  const { busy, attempt } = useBusyAttempt()
  const { id, name } = company

  async function signOut() {
    const isDone = await attempt(async () => {
      const { ended } = await api.delete('/companies/:id/sessions', { params: { id } })
      toast.success(t.done(ended))
    })
    if (isDone) close()
  }

  return (
    <Dialog
      open
      alert
      size="s"
      title={t.title(name)}
      description={t.text}
      onClose={close}
      footer={
        <>
          <Button onClick={close} data-autofocus>
            {ui.cancel}
          </Button>
          <Button variant="danger" loading={busy} onClick={signOut}>
            {t.action}
          </Button>
        </>
      }
    />
  )
}
