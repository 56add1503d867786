import { type Actor, isAdmin } from '../kernel/company/actor'
import type { SettingKey } from './setting.contract'

/** Decided by the host for each company. */
const hostSettings: readonly SettingKey[] = ['userCreation']

export const isHostSetting = (key: SettingKey) => hostSettings.includes(key)

export function canChangeSetting(actor: Actor, key: SettingKey) {
  if (isHostSetting(key)) return actor.kind === 'system' || actor.super
  return isAdmin(actor)
}
