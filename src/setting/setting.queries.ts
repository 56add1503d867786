import { eq } from 'drizzle-orm'
import { isAdmin } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { cachedPerCompany } from '../kernel/company/cached-per-company'
import type { SettingView } from './setting.calls'
import { isSettingKey, settingDefaults, type SettingKey, settingKeys, type Settings } from './setting.contract'
import { settingTable } from './setting.tables'

const settings = cachedPerCompany((ctx): Settings => {
  const rows = ctx.db
    .select()
    .from(settingTable)
    .all()
    .filter((row) => isSettingKey(row.key))
  return { ...settingDefaults, ...Object.fromEntries(rows.map((row) => [row.key, row.value])) }
})

export const getSettings = settings.get
export const forgetSettings = settings.forget

export function listSettings(ctx: CompanyContext): SettingView[] {
  const all = getSettings(ctx)
  return settingKeys.map((key) => ({ key, value: all[key] }))
}

export function isSettingEnabled(ctx: CompanyContext, key: SettingKey) {
  return getSettings(ctx)[key] === 'enabled'
}

export function hidesNumbers(ctx: CompanyContext) {
  return isSettingEnabled(ctx, 'enableLGPD') && isSettingEnabled(ctx, 'lgpdHideNumber')
}

export function mustMask(ctx: CompanyContext) {
  return hidesNumbers(ctx) && !isAdmin(ctx.actor)
}

export function findStoredValue(ctx: CompanyContext, key: string): string | undefined {
  return ctx.db.select().from(settingTable).where(eq(settingTable.key, key)).get()?.value
}
