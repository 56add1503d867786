import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Platform } from '../platform'
import { type PlatformSettingKey, platformSettingDefaults } from './platform-setting.contract'
import { platformSettingTable } from '../platform.tables'

export function getPlatformSetting(platform: Platform, key: PlatformSettingKey): string {
  return readValue(platform, key) || platformSettingDefaults[key]
}

export function readPlatformJson<Stored>(platform: Platform, key: string, schema: v.GenericSchema<unknown, Stored>) {
  const value = readValue(platform, key)
  return value ? v.parse(schema, JSON.parse(value)) : undefined
}

function readValue({ catalog }: Platform, key: string) {
  return catalog.db.select().from(platformSettingTable).where(eq(platformSettingTable.key, key)).get()?.value
}

export function readBranding(platform: Platform) {
  const rows = platform.catalog.db.select().from(platformSettingTable).all()
  const set = new Map(rows.map((row) => [row.key, row.value]))
  return {
    name: set.get('appName') || 'Recado',
    primaryColorLight: set.get('primaryColorLight') || '#0000FF',
    primaryColorDark: set.get('primaryColorDark') || '#39ACE7',
    logoLight: set.get('appLogoLight') || null,
    logoDark: set.get('appLogoDark') || null,
    favicon: set.get('appLogoFavicon') || null,
  }
}
