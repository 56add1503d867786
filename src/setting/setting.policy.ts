import { type Actor, isAdmin } from '../kernel/actor'
import type { SettingKey } from './setting.contract'

/** Whether users may be created is the host's to say. */
const superOnly: readonly SettingKey[] = ['userCreation']

export function canChangeSetting(actor: Actor, key: SettingKey) {
  if (superOnly.includes(key)) return actor.kind === 'system' || actor.super
  return isAdmin(actor)
}
