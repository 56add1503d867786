import type { LiveEvents } from '../../src/kernel/live/live-events.contract'
import type { AppModels } from '../app/app-context'
import { links } from '../app/links'

const shownMs = 15_000

/** Shows admins on every screen that a provider's warning stopped a connection's campaigns, or that they continue. */
export async function announceWarning(
  app: AppModels,
  { action: what, whatsapp, campaigns }: LiveEvents['campaignWarning'],
) {
  const { loadTexts, navigation, texts, ui } = app
  await loadTexts(['campaign'])
  const t = texts.campaign?.warning
  if (!t) return
  const action = { label: t.see, onAction: () => void navigation.go(links.campaigns()) }
  const say = what === 'stopped' ? ui.toast.warning : ui.toast.success
  say(t[what](whatsapp.name, campaigns.length), { durationMs: shownMs, action })
}
