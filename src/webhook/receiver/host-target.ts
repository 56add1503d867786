import { createCallSlots } from '../../kernel/outgoing/call-slots'
import { publishToHost } from '../../platform/company/company.live'
import { getHostWebhook, readHostFailures } from '../../platform/host-webhook/host-webhook'
import { logAttempt } from '../../platform/host-webhook/webhook-log'
import type { Platform } from '../../platform/platform'
import { createFailurePause } from '../delivery/failure-pause'
import type { HostTarget } from './webhook-target'
import { pausedEvent } from '../webhook.calls'

/** A company's alone are at most 11. */
const limits = { perKind: 0, shared: 32, waitingMax: Infinity }

/** Shared by all companies. */
export function createHostTarget(getPlatform: () => Platform): HostTarget {
  const slots = createCallSlots(limits)
  const pause = createFailurePause({
    read: () => readHostFailures(getPlatform()),
    write: (state) => getPlatform().business.note('hostWebhook.failed', { state: state ?? null }),
  })

  return {
    get() {
      const webhook = getHostWebhook(getPlatform())
      return webhook.url && webhook.secret ? webhook : undefined
    },
    pausedUntil: () => pause.until(getPlatform().clock.now()),
    inTurn: (company, signal, attempt) => slots.run({ company, kind: 'webhook' }, signal, attempt),
    note(companyId, attempt, ok) {
      const platform = getPlatform()
      logAttempt(platform, { ...attempt, companyId })
      const until = pause.count(platform.clock.now(), ok)
      if (!until) return
      platform.log.error('The host’s webhook is paused after too many failures in a row', { until })
      publishToHost(platform, pausedEvent('host', until))
    },
  }
}
