import { createCallSlots } from '../kernel/outgoing/call-slots'
import { getHostWebhook } from '../platform/host-webhook/host-webhook'
import { logAttempt } from '../platform/host-webhook/webhook-log'
import type { Platform } from '../platform/platform'
import type { HostTarget } from './webhook-target'

/** Of all companies at once. One company has four at most. */
const attemptsAtOnce = 32
const failuresMax = 20
const pauseMs = 10 * 60_000

/** The host's webhook with what all companies share: its settings, its log, and how much it is asked. */
export function createHostTarget(getPlatform: () => Platform): HostTarget {
  const slots = createCallSlots(attemptsAtOnce)
  let failures = 0
  let pausedUntil = 0

  function count(platform: Platform, ok: boolean) {
    failures = ok ? 0 : failures + 1
    if (ok) pausedUntil = 0
    if (failures < failuresMax) return
    // The next attempt decides whether it is paused again.
    failures = failuresMax - 1
    const nowMs = platform.clock.now().getTime()
    // Attempts that were under way when it was paused.
    if (pausedUntil > nowMs) return
    pausedUntil = nowMs + pauseMs
    platform.log.error('The host’s webhook is paused after too many failures in a row', { until: pausedUntil })
  }

  return {
    get() {
      const webhook = getHostWebhook(getPlatform())
      return webhook.url && webhook.secret ? webhook : undefined
    },
    pausedUntil() {
      return pausedUntil > getPlatform().clock.now().getTime() ? new Date(pausedUntil) : undefined
    },
    inTurn: (signal, attempt) => slots.run(signal, attempt),
    note(companyId, attempt, ok) {
      const platform = getPlatform()
      count(platform, ok)
      logAttempt(platform, { ...attempt, companyId })
    },
  }
}
