import type { AppModels } from '../app/app-context'
import type { AreaTexts } from '../i18n/areas'

const toastMs = 30_000

/** Shows at each start that somebody signed in at devices which the user has not confirmed, until the dialog that lists them opens. */
export async function announceDevices(app: AppModels, count: number) {
  await app.loadTexts(['security'])
  const t = (app.texts as AreaTexts).security.devices
  const action = { label: t.see, onAction: () => app.appearance.showDialog('security') }
  const id = app.ui.toast.warning(t.announced(count), { action, durationMs: toastMs })
  const stop = app.appearance.dialog.subscribe((dialog) => {
    if (dialog !== 'security') return
    app.ui.toast.dismiss(id)
    queueMicrotask(() => stop())
  })
}
