import { mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { refuse } from '../../kernel/errors'
import { randomToken } from '../../kernel/ids'
import { remakePicture } from '../../kernel/file/remake-picture'
import { type LogoMode, logoBytesMax, logoModes } from './brand-logo.contract'
import type { Platform, PlatformActor } from '../platform'
import type { PlatformSettingKey } from './platform-setting.contract'
import { getPlatformSetting } from './platform-setting.queries'
import { savePlatformSetting } from './save-platform-setting'

export const logoKeyOf: Record<LogoMode, PlatformSettingKey> = {
  light: 'appLogoLight',
  dark: 'appLogoDark',
  favicon: 'appLogoFavicon',
}
const edgePixelsMax: Record<LogoMode, number> = { light: 512, dark: 512, favicon: 64 }

const folderOf = (platform: Platform) => join(platform.config.dataDir, 'branding')

/** Re-encoded from its pixels. @throws Refusal ERR_FILE_TOO_LARGE; ERR_INVALID_INPUT for no picture */
export async function setBrandLogo(platform: Platform, actor: PlatformActor, mode: LogoMode, file: File) {
  const rules = { field: 'file', bytesMax: logoBytesMax, edgePixelsMax: edgePixelsMax[mode], format: 'png' } as const
  const picture = await remakePicture(file, rules)
  const fileName = `${mode}-${randomToken(16)}.png`
  mkdirSync(folderOf(platform), { recursive: true, mode: 0o700 })
  await Bun.write(join(folderOf(platform), fileName), picture)
  const former = getPlatformSetting(platform, logoKeyOf[mode])
  const { key, value } = savePlatformSetting(platform, actor, logoKeyOf[mode], `/branding/${fileName}`)
  if (former) rmSync(join(folderOf(platform), basename(former)), { force: true })
  return { fileName, key, value }
}

/** Refuses other names, so that no path can be traversed. @throws Refusal ERR_NOT_FOUND */
export function readBrandLogo(platform: Platform, fileName: string) {
  const inUse = logoModes.some((mode) => getPlatformSetting(platform, logoKeyOf[mode]) === `/branding/${fileName}`)
  if (!inUse) refuse('ERR_NOT_FOUND')
  const headers = { 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000, immutable' }
  return new Response(Bun.file(join(folderOf(platform), fileName)), { headers })
}

export async function readLogoFile(
  platform: Platform,
  address: string | null,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const file = address ? Bun.file(join(folderOf(platform), basename(address))) : undefined
  return file && (await file.exists()) ? file.bytes() : undefined
}
