import type { CompanyContext } from '../kernel/company-context'
import { perCompany } from '../kernel/company-files'
import { type SettingKey, type Settings, settingDefaults } from './setting.contract'
import { settingTable } from './setting.tables'

/** Read on every message, changed once a month: kept in memory until `forgetSettings`. */
const keptSettings = perCompany(() => ({ all: undefined as Settings | undefined }))

export function getSettings(ctx: CompanyContext): Settings {
  const kept = keptSettings(ctx.company)
  if (!kept.all) {
    const rows = ctx.db.select().from(settingTable).all()
    kept.all = { ...settingDefaults, ...Object.fromEntries(rows.map((row) => [row.key, row.value])) }
  }
  return kept.all
}

export function isSettingEnabled(ctx: CompanyContext, key: SettingKey) {
  return getSettings(ctx)[key] === 'enabled'
}

export function forgetSettings(ctx: CompanyContext) {
  keptSettings(ctx.company).all = undefined
}
