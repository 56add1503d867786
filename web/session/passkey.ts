import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { PasskeyView } from '../../src/user/passkey/passkey.calls'
import type { SessionAnswer } from '../../src/user/session/session.calls'
import type { ApiClient } from '../api/api-client'

type AuthenticationOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']
type RegistrationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']

/** Undefined when the user gives up. */
async function unlessGivenUp<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return undefined
    throw error
  }
}

export async function usePasskey(api: ApiClient): Promise<SessionAnswer | undefined> {
  const { options } = await api.post('/auth/passkey/options')
  // As the library of the server wrote them.
  const optionsJSON = options as unknown as AuthenticationOptions
  const given = await unlessGivenUp(() => startAuthentication({ optionsJSON }))
  if (!given) return undefined
  const { userHandle = '', ...response } = given.response
  return api.post('/auth/passkey', { body: { response: { ...given, response: { ...response, userHandle } } } })
}

export async function makePasskey(api: ApiClient, currentPassword: string): Promise<PasskeyView | undefined> {
  const { options } = await api.post('/passkeys/options', { body: { currentPassword } })
  // As the library of the server wrote them.
  const optionsJSON = options as unknown as RegistrationOptions
  const response = await unlessGivenUp(() => startRegistration({ optionsJSON }))
  return response && api.post('/passkeys', { body: { response } })
}
