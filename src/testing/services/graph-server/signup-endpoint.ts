import type { GraphPhone, Json } from './graph-server.types'
import { type GraphState, problem } from './graph-state'

/**
 * "Embedded Signup: Implementation" and "Onboard WhatsApp Business app users", developers.facebook.com, read 2026-11-29: the
 * dialog is opened with `config_id`, `response_type=code`, `override_default_response_type` and `extras`, whose only
 * feature type is whatsapp_business_app_onboarding.
 */
export function noteSignup({ signup }: GraphState, code: string, query: Record<string, string>): Response | undefined {
  const { config_id: configId, extras = '{}' } = query
  if (configId === undefined) return undefined
  const { featureType = '' } = JSON.parse(extras) as Json
  const isKnown = featureType === '' || featureType === 'whatsapp_business_app_onboarding'
  if (configId !== signup.configId || query['override_default_response_type'] !== 'true' || !isKnown) {
    return new Response('Invalid configuration', { status: 400 })
  }
  signup.codes.add(code)
  return undefined
}

/** "Onboarding business customers as a Tech Provider", developers.facebook.com, read 2026-11-29: a business token. */
export function exchangeSignupCode({ signup, tokens }: GraphState, code: string): Response | undefined {
  if (!signup.codes.delete(code)) return undefined
  tokens.add(signup.token)
  return Response.json({ access_token: signup.token, token_type: 'bearer' })
}

/** "Manage WhatsApp Business accounts", developers.facebook.com, read 2026-11-29: the shared accounts of a token. */
export function debugSignupToken({ pages, phones, signup }: GraphState): Response {
  const accounts = [...new Set(phones.map(({ businessAccountId }) => businessAccountId))]
  return Response.json({
    data: {
      app_id: pages.appId,
      application: 'Recado',
      data_access_expires_at: 1_672_092_840,
      expires_at: 0,
      granular_scopes: [
        { scope: 'whatsapp_business_management', target_ids: accounts },
        { scope: 'whatsapp_business_messaging', target_ids: accounts },
      ],
      is_valid: signup.token !== '',
      scopes: ['whatsapp_business_management', 'whatsapp_business_messaging', 'public_profile'],
      type: 'SYSTEM_USER',
      user_id: '122093000000000001',
    },
  })
}

/** "Registering business phone numbers" and "WhatsApp error codes", developers.facebook.com, read 2026-11-29. */
export function answerRegister(phone: GraphPhone, body: Json): Response {
  const pin = String(body['pin'])
  if (body['messaging_product'] !== 'whatsapp' || !/^\d{6}$/.test(pin)) return problem(400, 100, 'Invalid parameter')
  if (phone.isInApp) return problem(400, 100, 'Numbers of the WhatsApp Business app are not registered')
  if (phone.pin !== undefined && phone.pin !== pin) {
    return problem(400, 133005, 'Two step verification PIN Mismatch', 'The pin entered is incorrect.')
  }
  phone.pin = pin
  phone.isUnregistered = false
  return Response.json({ success: true })
}

/** "Onboarding business customers as a Solution Partner", developers.facebook.com (from memory): the credit line in use. */
export const presentFunding = ({ signup }: GraphState, id: string) =>
  Response.json({ id, ...(signup.funded.has(id) ? { primary_funding_id: '2114142855453123' } : {}) })
