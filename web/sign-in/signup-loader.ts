import type { PlanView } from '../../src/platform/plan/plan.calls'
import type { ApiClient } from '../api/api-client'
import { loadLogin } from './login-loader'

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
