import { eq } from 'drizzle-orm'
import type { Platform } from '../platform'
import { type PlatformSettingKey, platformSettingDefaults } from './platform-setting.contract'
import { platformSettingTable } from '../platform.tables'

export function getPlatformSetting(platform: Platform, key: PlatformSettingKey): string {
  const { db } = platform.catalog
  const row = db.select().from(platformSettingTable).where(eq(platformSettingTable.key, key)).get()
  return row?.value || platformSettingDefaults[key]
}
