import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { PasskeyResponse } from '../../src/user/passkey/passkey.contract'
import type { AddedPasskey } from '../../src/user/passkey/passkey.calls'
import type { SessionAnswer } from '../../src/user/session/session.calls'
import type { ApiClient } from '../api/api-client'

type AuthenticationOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']
type RegistrationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']

/** What the server's part of the library made; the API describes it as any object. */
interface Options {
  options: object
}

/** Undefined when the user cancels. */
async function unlessCancelled<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return undefined
    throw error
  }
}

async function askForPasskey({ options }: Options): Promise<PasskeyResponse | undefined> {
  const optionsJSON = options as AuthenticationOptions
  const given = await unlessCancelled(() => startAuthentication({ optionsJSON }))
  if (!given) return undefined
  const { userHandle = '', ...response } = given.response
  return { ...given, response: { ...response, userHandle } }
}

export async function usePasskey(api: ApiClient): Promise<SessionAnswer | undefined> {
  const response = await askForPasskey(await api.post('/auth/passkey/options'))
  return response && api.post('/auth/passkey', { body: { response } })
}

/** After the password, in place of a code. */
export async function useSecondPasskey(api: ApiClient, challenge: string): Promise<SessionAnswer | undefined> {
  const options = await api.post('/auth/second-factor/passkey/options', { body: { challenge } })
  const response = await askForPasskey(options)
  return response && api.post('/auth/second-factor/passkey', { body: { challenge, response } })
}

/** For calls that take a passkey in place of a code. */
export async function confirmWithPasskey(api: ApiClient): Promise<PasskeyResponse | undefined> {
  return askForPasskey(await api.post('/passkeys/confirm-options'))
}

export async function makePasskey(api: ApiClient, currentPassword: string): Promise<AddedPasskey | undefined> {
  const { options }: Options = await api.post('/passkeys/options', { body: { currentPassword } })
  const optionsJSON = options as RegistrationOptions
  const response = await unlessCancelled(() => startRegistration({ optionsJSON }))
  return response && api.post('/passkeys', { body: { response } })
}
