import { isNotNull } from 'drizzle-orm'
import { readdir, stat } from 'node:fs/promises'
import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { dayMs } from '../kernel/time/durations.contract'
import { announcementTable } from './announcement/announcement.record'
import { logoModes } from './branding/brand-logo.contract'
import { logoKeyOf } from './branding/brand-logo'
import { getPlatformSetting } from './branding/platform-setting.queries'
import type { Platform } from './platform'

const keptDays = 7

const folders = [
  { name: 'announcements', stored: /^[\w-]+\.webp$/, inUse: announcementPictures },
  { name: 'branding', stored: /^[a-z]+-[\w-]+\.png$/, inUse: logos },
] as const

export async function sweepPictures(platform: Platform): Promise<number> {
  const before = new Date(platform.clock.now().getTime() - keptDays * dayMs)
  let deleted = 0
  for (const { name, stored, inUse } of folders) {
    const folder = join(platform.config.dataDir, name)
    const names = await readdir(folder).catch(() => [])
    for (const file of names.filter((each) => stored.test(each))) {
      const path = join(folder, file)
      const found = await stat(path).catch(() => undefined)
      if (!found || found.ctime >= before || inUse(platform).includes(file)) continue
      rmSync(path, { force: true })
      deleted++
    }
  }
  return deleted
}

function announcementPictures({ catalog }: Platform): string[] {
  const { mediaPath } = announcementTable
  const rows = catalog.db.select({ mediaPath }).from(announcementTable).where(isNotNull(mediaPath)).all()
  return rows.flatMap((row) => row.mediaPath ?? [])
}

function logos(platform: Platform): string[] {
  return logoModes.map((mode) => basename(getPlatformSetting(platform, logoKeyOf[mode]) ?? ''))
}
