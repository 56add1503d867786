import type { CompanyView } from '../../src/platform/company/company.calls'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { Dialog } from '../ui/dialog/dialog'
import { useBusyAttempt } from '../ui/form/use-attempt'
import { Volume2, VolumeX } from '../ui/icons'

export type MutedCompany = Pick<CompanyView, 'id' | 'name' | 'muted' | 'copyOf'>

/** The row's action. Only muting asks first. */
export function useMuting(ask: (company: MutedCompany) => void) {
  const { mute: t } = useTexts('company').company
  const { set } = useSetMuted()
  return (company: MutedCompany) => {
    // Its lines are those of the other company.
    if (company.copyOf !== null) return []
    if (!company.muted) return [{ label: t.action, icon: VolumeX, inMenu: true, onSelect: () => ask(company) }]
    return [{ label: t.undo, icon: Volume2, inMenu: true, onSelect: () => void set(company, false) }]
  }
}

function useSetMuted() {
  const { mute: t } = useTexts('company').company
  const { api } = useApp()
  const { busy, attempt } = useBusyAttempt()
  const set = ({ id, name }: MutedCompany, muted: boolean) =>
    attempt(
      () => api.put('/companies/:id/muted', { params: { id }, body: { muted } }),
      (muted ? t.done : t.undone)(name),
    )
  return { busy, set }
}

export function MuteDialog({ company, close }: { company: MutedCompany; close: () => void }) {
  const { company: texts, ui } = useTexts('company')
  const t = texts.mute
  const { busy, set } = useSetMuted()
  return (
    <Dialog
      open
      alert
      size="s"
      title={t.title(company.name)}
      description={t.text}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{ui.cancel}</Button>
          <Button
            variant="primary"
            loading={busy}
            data-autofocus
            onClick={async () => {
              if (await set(company, true)) close()
            }}
          >
            {t.action}
          </Button>
        </>
      }
    />
  )
}
