import type { AppModels } from '../app/app-context'
import type { AreaTexts } from '../i18n/areas'

/** Stays until it is used or dismissed. */
const toastMs = 86_400_000

/** Shows that somebody signed in at devices which the user has not confirmed. */
export async function announceDevices(app: AppModels, count: number) {
  await app.loadTexts(['security'])
  const t = (app.texts as AreaTexts).security.devices
  const action = { label: t.see, onAction: () => app.appearance.showDialog('security') }
  app.ui.toast.warning(t.announced(count), { action, durationMs: toastMs })
}
