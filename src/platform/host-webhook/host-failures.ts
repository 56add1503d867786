import * as v from 'valibot'
import { readPlatformJson } from '../branding/platform-setting.queries'
import { storePlatformJson } from '../branding/save-platform-setting'
import type { Platform } from '../platform'

const key = 'gestorWebhookFailures'

const FailureState = v.object({
  failures: v.number(),
  pausedUntilMs: v.number(),
  isAnnounced: v.boolean(),
})
export type FailureState = v.InferOutput<typeof FailureState>

export const readHostFailures = (platform: Platform) => readPlatformJson(platform, key, FailureState)

export const storeHostFailures = (platform: Platform, state: FailureState | undefined) =>
  storePlatformJson(platform, key, state)
