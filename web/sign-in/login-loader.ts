import type { ApiClient } from '../api/api-client'
import { isEnabled } from '../app/is-enabled'

export interface LoginData {
  allowSignup: boolean
  mail: boolean
}

export async function loadLogin(api: ApiClient): Promise<LoginData> {
  const [allowSignup, mail] = await Promise.all([isEnabled(api, 'allowSignup'), isEnabled(api, 'mail')])
  return { allowSignup, mail }
}
