import * as v from 'valibot'
import type { CompanyContext } from '../kernel/company/company-context'
import type { MoveIn, MoveInStep } from '../kernel/move-in/move-in-step'
import { flagOf, textOf } from '../kernel/move-in/source-values'
import {
  isSettingKey,
  missingSettingTexts,
  settingDefaults,
  settingDependences,
  settingKeys,
  type SettingKey,
  settingValueSchema,
} from './setting.contract'
import { isHostSetting } from './setting.policy'
import { storeValue } from './save-setting'
import { findStoredValue, forgetSettings, getSettings } from './setting.queries'

/** Their keys of the same meaning. */
const otherNames: Record<string, SettingKey> = { call: 'acceptCallWhatsapp' }

/** Their switches are words or booleans. */
function valueFor(key: SettingKey, given: string) {
  const isSwitch = settingDefaults[key] === 'enabled' || settingDefaults[key] === 'disabled'
  const { success, output } = v.safeParse(settingValueSchema(key), given)
  if (success) return output
  return isSwitch && key !== 'scheduleType' && key !== 'chatBotType'
    ? flagOf(given)
      ? 'enabled'
      : 'disabled'
    : undefined
}

/** Whose settings the batch has changed. */
const changed = new WeakSet<CompanyContext>()

/** Undefined if it is not known here, or has no such value. */
function take({ ctx }: MoveIn, name: string, given: string | null | undefined): true | undefined {
  const key = isSettingKey(name) ? name : otherNames[name]
  if (!key || isHostSetting(key) || given === null || given === undefined) return undefined
  const value = valueFor(key, textOf(given, 4096))
  if (value === undefined) return undefined
  storeValue(ctx, key, value)
  forgetSettings(ctx)
  changed.add(ctx)
  return true
}

/** What would now need a text that is missing is left as it is in a new company. */
function settle({ ctx, note }: MoveIn) {
  if (!changed.delete(ctx)) return
  const missing = missingSettingTexts(getSettings(ctx))
  for (const { key, needs } of settingDependences) {
    if (!(needs in missing) || findStoredValue(ctx, key) === undefined) continue
    storeValue(ctx, key, settingDefaults[key])
    forgetSettings(ctx)
    note('settingNeeds', { key, needs })
  }
}

const settings: MoveInStep = {
  table: 'Settings',
  key: (row) => row['key'] ?? '',
  take(moveIn, row) {
    const name = textOf(row['key'], 100)
    return take(moveIn, name, row['value']) ? 0 : { skipped: `settingUnknown ${name}` }
  },
  flush: settle,
}

/** A row with a column for each setting. */
const companySettings: MoveInStep = {
  table: 'CompaniesSettings',
  take(moveIn, row) {
    const others = ['id', 'companyId', 'createdAt', 'updatedAt', '_at', '_row']
    const texts = settingKeys.filter((key) => row[key] !== undefined)
    for (const key of texts) take(moveIn, key, row[key])
    const unknown = Object.keys(row).filter((name) => !others.includes(name) && !isSettingKey(name))
    for (const name of unknown) moveIn.note('settingUnknown', { key: name, value: textOf(row[name], 200) })
    return 0
  },
  flush: settle,
}

export const settingMoveIn = { settings, companySettings }
