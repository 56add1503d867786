import * as v from 'valibot'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import { missingSettingTexts, type SettingKey, settingValueSchema } from './setting.contract'
import { canChangeSetting } from './setting.policy'
import { forgetSettings, getSettings } from './setting.queries'
import { settingTable } from './setting.tables'

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'setting.changed': { key: string; from: string; to: string }
  }
}

export function saveSetting(ctx: CompanyContext, key: SettingKey, given: string) {
  if (!canChangeSetting(ctx.actor, key)) refuse('ERR_NO_PERMISSION')
  const result = v.safeParse(settingValueSchema(key), given)
  if (!result.success) refuse('ERR_INVALID_INPUT', { fields: { [key]: result.issues[0].message } })
  const { output: value } = result
  return ctx.transaction(() => {
    const before = getSettings(ctx)
    if (before[key] === value) return { key, value }
    assertTexts(before, { ...before, [key]: value })
    storeValue(ctx, key, value)
    forgetSettings(ctx)
    recordEvent(ctx, 'setting.changed', {}, { key, from: before[key], to: value })
    return { key, value }
  })
}

/** Rejects only what this change causes. */
function assertTexts(before: Parameters<typeof missingSettingTexts>[0], after: typeof before) {
  const alreadyMissing = missingSettingTexts(before)
  const missing = Object.entries(missingSettingTexts(after)).filter(([field]) => !(field in alreadyMissing))
  if (missing.length > 0) refuse('ERR_INVALID_INPUT', { fields: Object.fromEntries(missing) })
}

export function storeValue(ctx: CompanyContext, key: string, value: string) {
  ctx.db
    .insert(settingTable)
    .values({ key, value })
    .onConflictDoUpdate({ target: settingTable.key, set: { value } })
    .run()
}
