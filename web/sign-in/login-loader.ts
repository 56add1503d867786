import type { ApiClient } from '../api/api-client'
import { ApiError } from '../api/api-error'

export interface LoginData {
  allowSignup: boolean
}

/** A closed sign-up and an unknown setting look the same; signing in must not depend on either. */
export async function loadLogin(api: ApiClient): Promise<LoginData> {
  try {
    const setting = await api.untyped.get<unknown>('/public-settings/allowSignup')
    return { allowSignup: settingValue(setting) === 'enabled' }
  } catch (error) {
    if (error instanceof ApiError) return { allowSignup: false }
    throw error
  }
}

function settingValue(setting: unknown): unknown {
  return typeof setting === 'object' && setting !== null && 'value' in setting ? setting.value : setting
}
