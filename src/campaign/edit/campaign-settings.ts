import * as v from 'valibot'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import { requirePlan } from '../../kernel/company/require-plan'
import type { CampaignSettingView } from '../campaign.calls'
import { CampaignSettings, defaultSettings } from '../campaign.contract'
import '../campaign.events'
import { canManageCampaigns } from '../campaign.policy'
import { optOutTexts } from '../answer/opt-out-texts'
import { campaignSettingTable } from '../campaign.tables'
import { wakeCampaigns } from '../run/wake-campaign'

/** @throws Refusal ERR_NO_PERMISSION; ERR_PLAN_LIMIT without campaigns in the plan */
export function assertMayManageCampaigns(ctx: CompanyContext) {
  if (!canManageCampaigns(ctx.actor)) refuse('ERR_NO_PERMISSION')
  requirePlan(ctx, 'useCampaigns')
}

export function readCampaignSettings(ctx: CompanyContext): CampaignSettings {
  const kept = known(ctx.company)
  const { language } = ctx.company.services.about(ctx.company.id)
  if (kept.language !== language) Object.assign(kept, { language, settings: parseSettings(ctx, optOutTexts[language]) })
  return (kept.settings ??= parseSettings(ctx, optOutTexts[language]))
}

/** Cached, because each message of a campaign needs them. */
const known = perCompany((): { settings?: CampaignSettings; language?: string } => ({}))

function parseSettings(ctx: CompanyContext, optOutMessage: string): CampaignSettings {
  const rows = ctx.db.select().from(campaignSettingTable).all()
  const stored = Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown]))
  return v.parse(CampaignSettings, { ...defaultSettings, optOutMessage, ...stored })
}

export function listCampaignSettings(ctx: CompanyContext): CampaignSettingView[] {
  assertMayManageCampaigns(ctx)
  return Object.entries(readCampaignSettings(ctx)).map(([key, value]) => ({
    key,
    value: typeof value === 'object' ? JSON.stringify(value) : String(value),
  }))
}

/** Omitted settings stay unchanged. Running campaigns follow the new settings at once. */
export function saveCampaignSettings(ctx: CompanyContext, changes: Partial<CampaignSettings>) {
  assertMayManageCampaigns(ctx)
  ctx.transaction(() => {
    const given = Object.entries(changes).filter(([, value]) => value !== undefined)
    for (const [key, value] of given) {
      const text = JSON.stringify(value)
      ctx.db
        .insert(campaignSettingTable)
        .values({ key, value: text })
        .onConflictDoUpdate({ target: campaignSettingTable.key, set: { value: text } })
        .run()
    }
    delete known(ctx.company).settings
    recordEvent(ctx, 'campaign.settingsChanged', {}, { keys: given.map(([key]) => key) })
    wakeCampaigns(ctx)
  })
}
