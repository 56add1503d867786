import { eq } from 'drizzle-orm'
import type { Platform } from '../platform'
import { platformSettingTable } from '../platform.tables'
import { storePlatformSetting } from '../branding/save-platform-setting'

/** The state of a failing receiver. */
export interface FailureState {
  /** Consecutive. */
  failures: number
  pausedUntilMs: number
  isAnnounced: boolean
}

const key = 'gestorWebhookFailures'

/** The failures of the host's webhook; undefined while it works. */
export function readHostFailures({ catalog }: Platform): FailureState | undefined {
  const row = catalog.db.select().from(platformSettingTable).where(eq(platformSettingTable.key, key)).get()
  return row?.value ? (JSON.parse(row.value) as FailureState) : undefined
}

export function storeHostFailures(platform: Platform, state: FailureState | undefined) {
  storePlatformSetting(platform, key, state ? JSON.stringify(state) : '')
}
