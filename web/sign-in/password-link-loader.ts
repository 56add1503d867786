import type { PasswordLinkView } from '../../src/user/session/session.calls'
import type { ApiClient } from '../api/api-client'
import { ApiError } from '../api/api-error'

/** Null for a link that was used or replaced, or has expired. */
export async function loadPasswordLink(api: ApiClient, { token }: { token: string }): Promise<PasswordLinkView | null> {
  try {
    return await api.post('/auth/password-link', { body: { token } })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ERR_LINK_ENDED') return null
    throw error
  }
}
