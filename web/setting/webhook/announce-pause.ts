import type { LiveEvents } from '../../../src/kernel/live/live-events.contract'
import type { AppModels } from '../../app/app-context'
import { links } from '../../app/links'
import { createFormat } from '../../i18n/format'

const shownMs = 15_000

/** Tells users who may set the address that deliveries are paused because its receiver failed too often. */
export async function announcePause(app: AppModels, { target, pausedUntil }: LiveEvents['webhook']) {
  const { loadTexts, language, navigation, texts, timeZone, ui } = app
  await loadTexts(['webhook'])
  const t = texts.webhook
  if (!t) return
  const time = createFormat(language, timeZone, texts.ui).time(pausedUntil)
  const action = { label: t.seeWebhook, onAction: () => void navigation.go(addressOf(target)) }
  ui.toast.warning(t.pausedNotice[target](time), { durationMs: shownMs, action })
}

function addressOf(target: LiveEvents['webhook']['target']) {
  if (target === 'connection') return links.messagesApi()
  return `${links.settings()}?tab=${target === 'host' ? 'webhook' : 'companyWebhook'}`
}
