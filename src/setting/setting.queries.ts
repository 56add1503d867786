import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import type { SettingView } from './setting.calls'
import { isSettingKey, settingDefaults, type SettingKey, settingKeys, type Settings } from './setting.contract'
import { settingTable } from './setting.tables'

/** Read on every message and rarely changed, so they are cached until `forgetSettings`. */
const cachedSettings = perCompany(() => ({ all: undefined as Settings | undefined }))

export function getSettings(ctx: CompanyContext): Settings {
  const kept = cachedSettings(ctx.company)
  if (!kept.all) {
    const rows = ctx.db
      .select()
      .from(settingTable)
      .all()
      .filter((row) => isSettingKey(row.key))
    kept.all = { ...settingDefaults, ...Object.fromEntries(rows.map((row) => [row.key, row.value])) }
  }
  return kept.all
}

export function listSettings(ctx: CompanyContext): SettingView[] {
  const all = getSettings(ctx)
  return settingKeys.map((key) => ({ key, value: all[key] }))
}

export function isSettingEnabled(ctx: CompanyContext, key: SettingKey) {
  return getSettings(ctx)[key] === 'enabled'
}

export function forgetSettings(ctx: CompanyContext) {
  cachedSettings(ctx.company).all = undefined
}

export function findStoredValue(ctx: CompanyContext, key: string): string | undefined {
  return ctx.db.select().from(settingTable).where(eq(settingTable.key, key)).get()?.value
}
