import type { PlanView } from '../../src/platform/plan.calls'
import type { ApiClient } from '../api/api-client'
import { loadLogin } from './login-loader'

export interface SignUpData {
  allowSignup: boolean
  /** What the host offers to strangers. */
  plans: PlanView[]
}

export async function loadSignUp(api: ApiClient): Promise<SignUpData> {
  const { allowSignup } = await loadLogin(api)
  return { allowSignup, plans: allowSignup ? await api.get('/plans/list') : [] }
}
