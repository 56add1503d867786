import type { Platform } from '../platform'
import { platformSettingTable } from '../platform.tables'

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
