import type { Domain } from '../platform/domain'
import { presentEach } from '../kernel/live/live'
import { Elysia } from 'elysia'
import * as v from 'valibot'
import { answerCalls } from '../kernel/http/answer-calls'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import type { UserGuard } from '../kernel/http/user-guard'
import type { CompanyId } from '../kernel/ids'
import { refuseOtherCompany } from '../kernel/http/request-parts'
import { contextOfCompany } from '../platform/company/company.queries'
import { getHostWebhook, saveHostWebhook } from '../platform/host-webhook/host-webhook'
import { WebhookUrl } from '../platform/host-webhook/host-webhook.contract'
import { audit, type Platform, type PlatformActor } from '../platform/platform'
import {
  isPlatformSettingKey,
  type PlatformSettingKey,
  publicSettingKeys,
} from '../platform/branding/platform-setting.contract'
import { getPlatformSetting } from '../platform/branding/platform-setting.queries'
import { savePlatformSetting } from '../platform/branding/save-platform-setting'
import { saveSetting } from './save-setting'
import { publicSettingCalls, settingCalls, SettingView } from './setting.calls'
import { isSettingKey, type SettingKey } from './setting.contract'
import { isHostSetting } from './setting.policy'
import { getSettings, listSettings } from './setting.queries'

const settingLive = presentEach({
  'setting.changed': (_, { number, data: { key, to } }) => [
    { topics: ['all'], event: 'settings', number, data: { action: 'update', setting: { key, value: to } } },
  ],
})

export const settingDomain = {
  name: 'setting',
  calls: { ...publicSettingCalls, ...settingCalls },
  views: { SettingView },
  routes: ({ guard, platform }) => settingRoutes(guard, platform),
  presenters: [settingLive],
} satisfies Domain

function settingRoutes(guard: UserGuard, platform: Platform) {
  const forEveryone = answerCalls(new Elysia({ name: 'public-settings' }), publicSettingCalls, {
    'GET /public-settings/:key': ({ params }) => readPublic(platform, params.key),
  })
  const forCompany = answerCalls(new Elysia({ name: 'company-settings' }).use(guard), settingCalls, {
    'GET /settings': ({ ctx }) => listSettings(ctx),
    'GET /setting/:key': ({ ctx, params }) => readOne(platform, ctx, params.key),
    'PUT /settings/:key': ({ ctx, params, body }) => saveOne(platform, ctx, { ...body, key: params.key }),
    'GET /companySettings/:id': ({ ctx, params }) => getSettings(contextOfCompany(platform, ctx, params.id)),
    'GET /companySettingOne': ({ ctx, query }) => {
      const requested = contextOfCompany(platform, ctx, query.companyId ?? ctx.company.id)
      return { [query.column]: readOne(platform, requested, query.column).value }
    },
    'PUT /companySettings': ({ ctx, body: { column, data, companyId } }) =>
      saveOne(platform, ctx, { key: column, value: data, companyId }),
  })
  return new Elysia({ name: 'setting-routes' }).use(forEveryone).use(forCompany)
}

function readPublic(platform: Platform, key: string) {
  // Configured in the environment.
  if (key === 'mail') return { key, value: platform.config.mail ? 'enabled' : 'disabled' }
  const known = publicSettingKeys.find((publicKey) => publicKey === key) ?? refuse('ERR_NO_SETTING_FOUND')
  return { key: known, value: getPlatformSetting(platform, known) }
}

function readOne(platform: Platform, ctx: CompanyContext, key: string) {
  if (isSettingKey(key)) return { key, value: getSettings(ctx)[key] }
  if (!isPlatformSettingKey(key)) refuse('ERR_NO_SETTING_FOUND')
  if (!publicSettingKeys.includes(key)) operatorOf(ctx)
  const isSealed = key === 'ApiGestorWebhook'
  return { key, value: isSealed ? getHostWebhook(platform).url : getPlatformSetting(platform, key) }
}

interface GivenSetting {
  key: string
  value: string
  companyId?: CompanyId | null | undefined
}

function saveOne(platform: Platform, ctx: CompanyContext, { key, value, companyId }: GivenSetting) {
  if (isSettingKey(key)) {
    return companyId ? saveForCompany(platform, ctx, companyId, key, value) : saveSetting(ctx, key, value)
  }
  refuseOtherCompany(ctx, companyId)
  if (!isPlatformSettingKey(key)) refuse('ERR_NO_SETTING_FOUND')
  if (key === 'ApiGestorWebhook') return saveWebhookAddress(platform, operatorOf(ctx), value)
  return savePlatformSetting(platform, operatorOf(ctx), key satisfies PlatformSettingKey, value)
}

/** A new address gets a secret, shown on the webhook screen. */
async function saveWebhookAddress(platform: Platform, operator: PlatformActor, value: string) {
  const result = v.safeParse(WebhookUrl, value)
  if (!result.success) refuse('ERR_INVALID_INPUT', { fields: { value: result.issues[0].message } })
  await saveHostWebhook(platform, operator, { url: result.output }, 'value')
  return { key: 'ApiGestorWebhook', value: result.output }
}

/** A super user may change only the host's settings of another company. */
function saveForCompany(platform: Platform, ctx: CompanyContext, companyId: CompanyId, key: SettingKey, value: string) {
  const company = contextOfCompany(platform, ctx, companyId)
  if (company === ctx) return saveSetting(ctx, key, value)
  if (!isHostSetting(key)) refuse('ERR_NO_PERMISSION')
  const saved = saveSetting(company, key, value)
  const by = operatorOf(ctx)
  audit(platform, 'company.settingChanged', { ...by, companyId }, { by, key, value })
  return saved
}

function operatorOf({ actor, company }: CompanyContext) {
  if (actor.kind !== 'user' || !actor.super) refuse('ERR_NO_PERMISSION')
  return { companyId: company.id, userId: actor.userId }
}
