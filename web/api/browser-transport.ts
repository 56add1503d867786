import { sessionRefreshLock } from './session-refresh-lock'
import type { ApiCall, Transport } from './api-client'
import { objectOf } from '../../src/kernel/untyped-json.contract'

export interface TokenStore {
  read(): string | null
  write(token: string | null): void
}

/** `ended`: signed out, or deleted. `replaced`: signed in elsewhere. `expired`: not renewable. `invalid`: just issued. */
export type SignedOutHow = 'ended' | 'replaced' | 'expired' | 'invalid'

interface BrowserTransportOptions {
  tokens: TokenStore
  onSignedOut: (how: SignedOutHow) => void
  onExpired: () => void
  /** A second factor must be set up before anything else. */
  onSetUpMissing: () => void
  /** Exchanges the refresh cookie for a new token; resolves to null when the session has ended. */
  refresh: () => Promise<string | null>
}

/** Calls whose 401 does not mean that the session has ended. */
const signInPaths = [
  '/auth/login',
  '/auth/second-factor',
  '/auth/passkey',
  '/auth/passkey/options',
  '/auth/second-factor/passkey',
  '/auth/second-factor/passkey/options',
  '/auth/known-passwords',
  '/auth/password-link/redeem',
  '/auth/signup',
  '/auth/refresh_token',
]
const signOutPath = '/auth/logout'

/** Rejected calls share one refresh of the token and are repeated once. Nothing is read while signing out. */
export function createBrowserTransport({
  tokens,
  onSignedOut,
  onExpired,
  onSetUpMissing,
  refresh,
}: BrowserTransportOptions): Transport {
  let running: Promise<string | null> | undefined

  function freshToken(refused: string | null): Promise<string | null> {
    running ??= renew(refused).finally(() => (running = undefined))
    return running
  }

  /** The refresh token rotates, so two tabs must not use the same one: the second takes the first one's new token. */
  async function renew(refused: string | null) {
    const renewNow = async () => {
      const present = tokens.read()
      if (present !== null && present !== refused) return present
      const token = await refresh()
      tokens.write(token)
      return token
    }
    return navigator.locks ? navigator.locks.request(sessionRefreshLock, renewNow) : renewNow()
  }

  const signingOut = new AbortController()

  return function send(call) {
    if (call.path === signOutPath) signingOut.abort()
    return call.method === 'GET' ? read(call) : sendSigned(call)
  }

  /** The page is left after signing out, so what it still reads is never answered, instead of being refused. */
  async function read(call: ApiCall): Promise<Response> {
    const signal = call.signal ? AbortSignal.any([call.signal, signingOut.signal]) : signingOut.signal
    try {
      return await sendSigned({ ...call, signal })
    } catch (error) {
      if (signingOut.signal.aborted) return new Promise(() => {})
      throw error
    }
  }

  async function sendSigned(call: ApiCall): Promise<Response> {
    if (isSignIn(call.path)) return sendOnce(call, null)
    const token = tokens.read()
    let response = await sendOnce(call, token)
    if (response.status === 403 && (await codeOf(response)) === 'ERR_SESSION_EXPIRED') {
      const renewed = await freshToken(token)
      if (renewed === null) onSignedOut('expired')
      else {
        response = await sendOnce(call, renewed)
        if (response.status === 403 && (await codeOf(response)) === 'ERR_SESSION_EXPIRED') {
          tokens.write(null)
          onSignedOut('invalid')
        }
      }
    }
    if (response.status === 401) {
      tokens.write(null)
      onSignedOut((await codeOf(response)) === 'ERR_SESSION_REPLACED' ? 'replaced' : 'ended')
    }
    if (response.status === 403 && (await codeOf(response)) === 'ERR_SECOND_FACTOR_MISSING') onSetUpMissing()
    if (response.status === 402 && (await codeOf(response)) === 'ERR_SUBSCRIPTION_EXPIRED') onExpired()
    return response
  }
}

function isSignIn(path: string) {
  return signInPaths.some((known) => path === known || path.startsWith(`${known}?`))
}

async function codeOf(response: Response): Promise<unknown> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  return objectOf(body)['error']
}

function sendOnce(call: ApiCall, token: string | null): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (token !== null) headers['authorization'] = `Bearer ${token}`
  if (call.contentType) headers['content-type'] = call.contentType
  // fetch does not report upload progress.
  if (call.onProgress) return sendWithProgress(call, headers, call.onProgress)
  return fetch(call.path, {
    method: call.method,
    headers,
    body: call.body,
    signal: call.signal,
    credentials: 'same-origin',
  })
}

function sendWithProgress(call: ApiCall, headers: Record<string, string>, onProgress: (fraction: number) => void) {
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(call.method, call.path)
    request.responseType = 'blob'
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
    request.onload = () => resolve(new Response(request.response as Blob, { status: request.status }))
    request.onerror = () => reject(new TypeError('No answer'))
    request.onabort = () => reject(new DOMException('Aborted', 'AbortError'))
    call.signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(call.body as FormData)
  })
}
