import type { GraphCall } from './graph-server.types'
import { type GraphState, invalidParameter, problem } from './graph-state'
import { debugSignupToken, exchangeSignupCode, noteSignup } from './signup-endpoint'

/** "Manually Build a Login Flow", developers.facebook.com, read 2026-11-29, as a page with a button each for allowing and refusing. */
export function answerDialog(state: GraphState, url: URL): Response {
  const { pages } = state
  const query = Object.fromEntries(url.searchParams)
  const { client_id: appId, redirect_uri: address = '', state: own = '', scope = '' } = query
  if (appId !== pages.appId || !URL.canParse(address)) return new Response('Invalid App ID', { status: 400 })
  const code = `AQ${pages.codes.size + 1}code${Math.abs(Bun.hash.crc32(own))}`
  pages.codes.set(code, address)
  const refused = noteSignup(state, code, query)
  if (refused) return refused
  const back = (parameters: Record<string, string>) => {
    const to = new URL(address)
    for (const [name, value] of Object.entries({ ...parameters, state: own })) to.searchParams.set(name, value)
    return Bun.escapeHTML(to.href)
  }
  const denied = { error: 'access_denied', error_reason: 'user_denied', error_description: 'Permissions error' }
  return new Response(
    `<!doctype html><title>Facebook</title><link rel="icon" href="data:,"><p>${Bun.escapeHTML(scope || (query['extras'] ?? ''))}</p>
     <a href="${back({ code })}#_=_">Continue as Ana</a> <a href="${back(denied)}#_=_">Cancel</a>`,
    { headers: { 'content-type': 'text/html; charset=utf-8' } },
  )
}

/** Exchanges a code or a short token. "Access Tokens", developers.facebook.com, read 2026-11-29. */
export function answerAccessToken(state: GraphState, appSecret: string, { query }: GraphCall): Response {
  const { pages } = state
  if (query['client_id'] !== pages.appId || query['client_secret'] !== appSecret) {
    return problem(400, 101, 'Error validating application. Cannot get application info due to a system error.')
  }
  const { user } = pages
  if (query['grant_type'] === 'fb_exchange_token') {
    const known = [user.token, user.longToken].includes(query['fb_exchange_token'] ?? '')
    if (!known) return problem(400, 190, 'Invalid OAuth access token - Cannot parse access token')
    return Response.json({ access_token: user.longToken, token_type: 'bearer', expires_in: 5_183_944 })
  }
  const address = pages.codes.get(query['code'] ?? '')
  if (address === undefined) return problem(400, 100, 'This authorization code has been used.', '', 36_009)
  if (address !== query['redirect_uri']) {
    return problem(
      400,
      100,
      'Error validating verification code. Please make sure your redirect_uri is identical',
      '',
      36_008,
    )
  }
  pages.codes.delete(query['code'] ?? '')
  const signedUp = exchangeSignupCode(state, query['code'] ?? '')
  if (signedUp) return signedUp
  return Response.json({ access_token: user.token, token_type: 'bearer', expires_in: 5_117 })
}

/** Only for a call with the app's own token. */
export function answerDebugToken(state: GraphState, appSecret: string, { token, query }: GraphCall): Response {
  const { pages } = state
  if (token !== `${pages.appId}|${appSecret}`) return problem(400, 100, '(#100) You must provide an app access token')
  if (query['input_token'] === state.signup.token) return debugSignupToken(state)
  const { user } = pages
  const page = pages.pages.find((one) => one.token === query['input_token'])
  if (page) {
    const ends = { expires_at: 0, data_access_expires_at: pages.accessEnds.get(page.token) ?? 0 }
    const shared = { app_id: pages.appId, type: 'PAGE', is_valid: true, profile_id: page.id }
    return Response.json({ data: { ...shared, ...ends } })
  }
  const isUser = [user.token, user.longToken].includes(query['input_token'] ?? '')
  if (!isUser) {
    const error = { code: 190, message: 'Invalid OAuth access token - Cannot parse access token' }
    return Response.json({ data: { error, is_valid: false, scopes: [] } })
  }
  return Response.json({ data: { app_id: pages.appId, type: 'USER', is_valid: true, user_id: user.id, expires_at: 0 } })
}

/** GET /{user}/accounts. Pages come one by one, with a cursor, so that callers must follow it. */
export function answerAccounts(
  { pages }: GraphState,
  base: string,
  userId: string,
  { token, query }: GraphCall,
): Response {
  const { user } = pages
  if (![user.token, user.longToken].includes(token) || ![user.id, 'me'].includes(userId)) {
    return invalidParameter('The token is not that of the user')
  }
  const at = Number(query['after'] ?? 0)
  const page = pages.pages[at]
  const data = page
    ? [
        {
          id: page.id,
          name: page.name,
          access_token: page.token,
          ...(page.instagram ? { instagram_business_account: page.instagram } : {}),
        },
      ]
    : []
  const next = at + 1 < pages.pages.length ? { next: `${base}/v25.0/${userId}/accounts?after=${at + 1}` } : {}
  return Response.json({ data, paging: { cursors: { before: String(at), after: String(at + 1) }, ...next } })
}
