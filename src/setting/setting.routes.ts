import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { CompanyContext } from '../kernel/company-context'
import { refuse } from '../kernel/errors'
import type { HttpDoor } from '../kernel/http-door'
import { CompanyIdText, IdParams, refuseOtherCompany } from '../kernel/request-parts'
import type { Platform } from '../platform/platform'
import { isPlatformSettingKey, type PlatformSettingKey, publicSettingKeys } from '../platform/platform-setting.contract'
import { getPlatformSetting } from '../platform/platform-setting.queries'
import { savePlatformSetting } from '../platform/save-platform-setting'
import { saveSetting } from './save-setting'
import { CompanySettingBody, isSettingKey, SettingBody, SettingParams } from './setting.contract'
import { getSettings, listSettings } from './setting.queries'

const OneQuery = v.object({ column: v.pipe(v.string(), v.maxLength(100)), companyId: CompanyIdText })

/** A company's settings, the host's settings for all, and the few of those that anybody may read. */
export function settingRoutes(door: HttpDoor, platform: Platform) {
  const forEveryone = new Elysia({ name: 'public-settings' }).get(
    '/public-settings/:key',
    ({ params }) => readPublic(platform, params.key),
    { params: SettingParams },
  )
  const forCompany = new Elysia({ name: 'company-settings' })
    .use(door)
    .get('/settings', ({ ctx }) => listSettings(ctx))
    .get('/setting/:key', ({ ctx, params }) => readOne(platform, ctx, params.key), { params: SettingParams })
    .put('/settings/:key', ({ ctx, params, body }) => saveOne(platform, ctx, params.key, body.value), {
      params: SettingParams,
      body: SettingBody,
    })
    .get(
      '/companySettings/:id',
      ({ ctx, params }) => {
        refuseOtherCompany(ctx, params.id)
        return getSettings(ctx)
      },
      { params: IdParams },
    )
    .get(
      '/companySettingOne',
      ({ ctx, query }) => {
        refuseOtherCompany(ctx, query.companyId)
        return { [query.column]: readOne(platform, ctx, query.column).value }
      },
      { query: OneQuery },
    )
    .put('/companySettings', ({ ctx, body }) => saveOne(platform, ctx, body.column, body.data), {
      body: CompanySettingBody,
    })
  return new Elysia({ name: 'setting-routes', detail: { tags: ['settings'] } }).use(forEveryone).use(forCompany)
}

function readPublic(platform: Platform, key: string) {
  const known = publicSettingKeys.find((publicKey) => publicKey === key) ?? refuse('ERR_NO_SETTING_FOUND')
  return { key: known, value: getPlatformSetting(platform, known) }
}

function readOne(platform: Platform, ctx: CompanyContext, key: string) {
  if (isSettingKey(key)) return { key, value: getSettings(ctx)[key] }
  if (!isPlatformSettingKey(key)) refuse('ERR_NO_SETTING_FOUND')
  if (!publicSettingKeys.includes(key)) operatorOf(ctx)
  return { key, value: getPlatformSetting(platform, key) }
}

function saveOne(platform: Platform, ctx: CompanyContext, key: string, value: string) {
  if (isSettingKey(key)) return saveSetting(ctx, key, value)
  if (!isPlatformSettingKey(key)) refuse('ERR_NO_SETTING_FOUND')
  return savePlatformSetting(platform, operatorOf(ctx), key satisfies PlatformSettingKey, value)
}

/** @throws Refusal ERR_NO_PERMISSION to everybody but a super user */
function operatorOf({ actor, company }: CompanyContext) {
  if (actor.kind !== 'user' || !actor.super) refuse('ERR_NO_PERMISSION')
  return { companyId: company.id, userId: actor.userId }
}
