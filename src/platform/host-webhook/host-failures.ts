import * as v from 'valibot'
import { readPlatformJson } from '../branding/platform-setting.queries'
import { storePlatformJson } from '../branding/save-platform-setting'
import type { Platform } from '../platform'

const key = 'gestorWebhookFailures'

/** The state of a failing receiver. */
const FailureState = v.object({
  /** Consecutive. */
  failures: v.number(),
  pausedUntilMs: v.number(),
  isAnnounced: v.boolean(),
})
export type FailureState = v.InferOutput<typeof FailureState>

/** The failures of the host's webhook; undefined while it works. */
export const readHostFailures = (platform: Platform) => readPlatformJson(platform, key, FailureState)

export const storeHostFailures = (platform: Platform, state: FailureState | undefined) =>
  storePlatformJson(platform, key, state)
