import { afterCommit, type CompanyContext } from '../../../kernel/company/company-context'
import { Refusal, refuse, required } from '../../../kernel/errors'
import type { ConnectionId } from '../../../kernel/ids'
import { objectOf, objectsIn } from '../../../kernel/untyped-json.contract'
import { cloudChannel } from '../../channel-rules.contract'
import type { GivenAccount } from '../../channel-provider'
import { type Graph, nextPageOf, openGraph } from '../../meta/graph/graph-client'
import { GraphError } from '../../meta/graph/graph-error'
import { defineLogin, findHostApp, getHostApp, orAtField } from '../../meta/meta-login'
import type { LoginReturnBody } from '../../meta/meta-login.contract'
import { textOf } from '../../meta/values'
import { acceptAccount } from './accept-account'
import { changeCloudAccount } from './cloud-account'

export interface SharedNumber {
  phoneNumberId: string
  businessAccountId: string
  displayNumber: string
  verifiedName: string
  /** Also those that stay in the WhatsApp Business app, which must not be registered. */
  isRegistered: boolean
  isInApp: boolean
  /** Meta names a payment method or credit line. */
  isFunded: boolean
  token: string
}

const accountsMax = 20
const pagesMax = 20
/** A wrong code, or guessed too often. */
const pinCodes = [133005, 133008, 133009]

const login = defineLogin<SharedNumber>('numbers')

export const hasSignup = (ctx: CompanyContext) =>
  findHostApp(ctx) !== undefined && ctx.company.services.graph.signupConfigId !== undefined

/** @param isInApp it stays in the WhatsApp Business app. @throws Refusal ERR_NO_META_APP */
export function signupAddress(ctx: CompanyContext, redirectUri: string, isInApp: boolean) {
  const extras = isInApp ? { setup: {}, featureType: 'whatsapp_business_app_onboarding' } : { setup: {} }
  return login.address(ctx, redirectUri, {
    config_id: ctx.company.services.graph.signupConfigId ?? refuse('ERR_NO_META_APP'),
    override_default_response_type: 'true',
    extras: JSON.stringify(extras),
  })
}

export const readNumbers = (ctx: CompanyContext, returned: LoginReturnBody, redirectUri: string) =>
  login.read(ctx, returned, redirectUri, async (token, app) => {
    const { data } = await app.get('debug_token', { input_token: token })
    const graph = openGraph(ctx, { token, appSecret: getHostApp(ctx).appSecret })
    const numbers: SharedNumber[] = []
    for (const id of sharedAccounts(data)) {
      const isFunded = await hasFunding(graph, id)
      for (const number of await listNumbers(graph, id)) numbers.push({ ...number, isFunded, token })
    }
    return numbers
  })

function sharedAccounts(data: unknown) {
  const scopes = objectsIn(objectOf(data)['granular_scopes'])
  const { target_ids: ids } = scopes.find(({ scope }) => scope === 'whatsapp_business_management') ?? {}
  return (Array.isArray(ids) ? ids : [])
    .map(textOf)
    .filter((id) => /^\d{1,30}$/.test(id))
    .slice(0, accountsMax)
}

/** True without an answer, so that no warning shows without a reason. */
async function hasFunding(graph: Graph, businessAccountId: string) {
  try {
    const { primary_funding_id: id } = await graph.get(businessAccountId, { fields: 'primary_funding_id' })
    return Number(textOf(id)) > 0
  } catch (error) {
    if (error instanceof GraphError) return true
    throw error
  }
}

async function listNumbers(graph: Graph, businessAccountId: string) {
  const fields = 'id,display_phone_number,verified_name,platform_type,is_on_biz_app'
  const found: Omit<SharedNumber, 'isFunded' | 'token'>[] = []
  let after: string | undefined
  for (let page = 0; page < pagesMax; page++) {
    const answer = await graph.get(`${businessAccountId}/phone_numbers`, { fields, limit: 100, after })
    for (const one of objectsIn(answer['data'])) {
      const phoneNumberId = textOf(one['id'])
      if (!/^\d{1,30}$/.test(phoneNumberId)) continue
      const isInApp = one['is_on_biz_app'] === true
      const isRegistered = isInApp || one['platform_type'] === 'CLOUD_API'
      const displayNumber = textOf(one['display_phone_number']).slice(0, 200)
      const verifiedName = textOf(one['verified_name']).slice(0, 200)
      found.push({ phoneNumberId, businessAccountId, displayNumber, verifiedName, isRegistered, isInApp })
    }
    after = nextPageOf(answer)
    if (after === undefined) break
  }
  return found
}

/** @throws Refusal ERR_LOGIN_OVER */
export const getNumber = (ctx: CompanyContext, link: string, phoneNumberId: string): SharedNumber =>
  required(
    login.get(ctx, link).find((number) => number.phoneNumberId === phoneNumberId),
    'ERR_LOGIN_OVER',
  )

export function sharedAccountOf(ctx: CompanyContext, number: SharedNumber, pin: string): GivenAccount {
  const { phoneNumberId, businessAccountId, token } = number
  return {
    channel: cloudChannel,
    accountId: phoneNumberId,
    field: 'phoneNumberId',
    async check() {
      if (!number.isRegistered && pin === '') refuse('ERR_INVALID_INPUT', { fields: { pin: 'required' } })
      const store = await atNumber(acceptAccount(ctx, { phoneNumberId, businessAccountId, token, appSecret: '' }))
      if (!number.isRegistered) await register(ctx, number, pin)
      return (later: CompanyContext, id: ConnectionId) => {
        store(later, id)
        // The host's app receives and signs.
        changeCloudAccount(later, id, { appSecret: '', verifiedAt: later.now, historyError: '' })
        if (number.isInApp) afterCommit(later, () => void askForPast(ctx, number))
      }
    },
  }
}

/**
 * Lets Meta deliver the app's contacts and history, once within a day of the signup. "Onboarding WhatsApp Business app users",
 * /documentation/business-messaging/whatsapp/embedded-signup/onboarding-business-app-users, read 2026-11-29: POST with `sync_type`.
 */
async function askForPast(ctx: CompanyContext, { phoneNumberId, token }: SharedNumber) {
  const graph = openGraph(ctx, { token, appSecret: getHostApp(ctx).appSecret })
  for (const sync of ['smb_app_state_sync', 'history']) {
    try {
      await graph.post(`${phoneNumberId}/smb_app_data`, { messaging_product: 'whatsapp', sync_type: sync })
    } catch (error) {
      // The number works without its past.
      if (!(error instanceof GraphError)) throw error
    }
  }
}

const register = (ctx: CompanyContext, { phoneNumberId, token }: SharedNumber, pin: string) =>
  orAtField(
    ({ code }) => (pinCodes.includes(code) ? 'pin' : 'phoneNumberId'),
    () => {
      const graph = openGraph(ctx, { token, appSecret: getHostApp(ctx).appSecret })
      return graph.post(`${phoneNumberId}/register`, { messaging_product: 'whatsapp', pin })
    },
  )

async function atNumber<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const [said] = error instanceof Refusal ? Object.values(error.details.fields ?? {}) : []
    if (said === undefined) throw error
    return refuse('ERR_INVALID_INPUT', { fields: { phoneNumberId: said } })
  }
}
