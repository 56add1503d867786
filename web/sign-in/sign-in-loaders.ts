import type { PlanView } from '../../src/platform/plan/plan.calls'
import type { PasswordLinkView } from '../../src/user/session/session.calls'
import type { ApiClient } from '../api/api-client'
import { ApiError } from '../api/api-error'
import { isEnabled } from '../app/is-enabled'

export interface LoginData {
  allowSignup: boolean
  mail: boolean
}

export async function loadLogin(api: ApiClient): Promise<LoginData> {
  const [allowSignup, mail] = await Promise.all([isEnabled(api, 'allowSignup'), isEnabled(api, 'mail')])
  return { allowSignup, mail }
}

export interface SignUpData {
  allowSignup: boolean
  trialDays: number
  plans: PlanView[]
}

export async function loadSignUp(api: ApiClient): Promise<SignUpData> {
  const [{ allowSignup }, trial] = await Promise.all([
    loadLogin(api),
    api.get('/public-settings/:key', { params: { key: 'trialDays' } }),
  ])
  return { allowSignup, trialDays: Number(trial.value), plans: allowSignup ? await api.get('/plans/list') : [] }
}

/** Null for a link that was used or replaced, or has expired. */
export async function loadPasswordLink(api: ApiClient, { token }: { token: string }): Promise<PasswordLinkView | null> {
  try {
    return await api.post('/auth/password-link', { body: { token } })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ERR_LINK_ENDED') return null
    throw error
  }
}
