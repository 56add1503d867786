import type { ApiClient } from '../api/api-client'
import { ApiError } from '../api/api-error'

/** Whether the host offers something. A disabled feature and an unknown one look the same; no page may depend on it. */
export async function isEnabled(api: ApiClient, key: 'allowSignup' | 'mail') {
  try {
    return (await api.get('/public-settings/:key', { params: { key } })).value === 'enabled'
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
