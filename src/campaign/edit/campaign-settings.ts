import * as v from 'valibot'
import { cachedPerCompany } from '../../kernel/company/cached-per-company'
import { type CompanyContext, requirePlan } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { CampaignSettingView } from '../campaign.calls'
import { CampaignSettings, defaultSettings } from '../campaign.contract'
import { canManageCampaigns } from '../campaign.policy'
import { phraseOf } from '../answer/read-answer.contract'
import { campaignSettingTable } from '../campaign.tables'
import { wakeCampaigns } from '../run/wake-campaign'

/** @throws Refusal ERR_NO_PERMISSION; ERR_PLAN_LIMIT */
export function assertMayManageCampaigns(ctx: CompanyContext) {
  if (!canManageCampaigns(ctx.actor)) refuse('ERR_NO_PERMISSION')
  requirePlan(ctx, 'useCampaigns')
}

const StoredSettings = v.partial(CampaignSettings)

const storedSettings = cachedPerCompany((ctx) => {
  const rows = ctx.db.select().from(campaignSettingTable).all()
  return v.parse(StoredSettings, Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value)])))
})

const storedPhrases = cachedPerCompany(
  (ctx) => new Set(readCampaignSettings(ctx).optOutPhrases.map(({ phrase }) => phraseOf(phrase))),
)

export const optOutPhrasesOf = (ctx: CompanyContext): ReadonlySet<string> => storedPhrases.get(ctx)

export function readCampaignSettings(ctx: CompanyContext): CampaignSettings {
  const { language } = ctx.company.services.about(ctx.company.id)
  return { ...defaultSettings, optOutMessage: optOutTexts[language], ...storedSettings.get(ctx) }
}

export function listCampaignSettings(ctx: CompanyContext): CampaignSettingView[] {
  assertMayManageCampaigns(ctx)
  return Object.entries(readCampaignSettings(ctx)).map(([key, value]) => ({
    key,
    value: typeof value === 'object' ? JSON.stringify(value) : String(value),
  }))
}

/** Running campaigns follow at once. */
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
    storedSettings.forget(ctx)
    storedPhrases.forget(ctx)
    recordEvent(ctx, 'campaign.settingsChanged', {}, { keys: given.map(([key]) => key) })
    wakeCampaigns(ctx)
  })
}

const optOutTexts = {
  pt: 'Tudo certo, você não receberá mais as nossas campanhas.',
  en: 'You are unsubscribed and will not receive our campaigns anymore.',
  es: 'Listo, ya no recibirás nuestras campañas.',
} as const
