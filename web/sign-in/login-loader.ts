import type { ApiClient } from '../api/api-client'
import { ApiError } from '../api/api-error'

export interface LoginData {
  allowSignup: boolean
}

/** A closed sign-up and an unknown setting look the same; signing in must not depend on either. */
export async function loadLogin(api: ApiClient): Promise<LoginData> {
  try {
    const { value } = await api.get('/public-settings/:key', { params: { key: 'allowSignup' } })
    return { allowSignup: value === 'enabled' }
  } catch (error) {
    if (error instanceof ApiError) return { allowSignup: false }
    throw error
  }
}
