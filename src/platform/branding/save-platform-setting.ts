import * as v from 'valibot'
import { refuse } from '../../kernel/errors'
import { audit, type Platform, type PlatformActor } from '../platform'
import { type PlatformSettingKey, platformSettingValues } from './platform-setting.contract'
import { getPlatformSetting } from './platform-setting.queries'
import { platformSettingTable } from '../platform.tables'

/** Callers check for a super user. */
export function savePlatformSetting(platform: Platform, actor: PlatformActor, key: PlatformSettingKey, given: string) {
  const result = v.safeParse(platformSettingValues[key], given)
  if (!result.success) refuse('ERR_INVALID_INPUT', { fields: { value: result.issues[0].message } })
  const { output: value } = result
  if (key === 'invoiceMails' && value === 'enabled' && !platform.config.mail) refuse('ERR_NO_MAIL_SERVER')
  const from = getPlatformSetting(platform, key)
  storePlatformSetting(platform, key, value)
  const isNameOfFile = key.startsWith('appLogo')
  audit(platform, 'setting.changed', actor, { changes: [{ field: key, ...(!isNameOfFile && { from, to: value }) }] })
  return { key, value: getPlatformSetting(platform, key) }
}

export function storePlatformSetting({ catalog }: Platform, key: string, value: string) {
  catalog.db
    .insert(platformSettingTable)
    .values({ key, value })
    .onConflictDoUpdate({ target: platformSettingTable.key, set: { value } })
    .run()
}

export function storePlatformJson(platform: Platform, key: string, value: object | undefined) {
  storePlatformSetting(platform, key, value === undefined ? '' : JSON.stringify(value))
}
