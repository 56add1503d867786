import { createHmac } from 'node:crypto'
import { isSameSecret } from '../../../kernel/config/secret-text'
import type { CompanyContext } from '../../../kernel/company/company-context'
import { actingUserId } from '../../../kernel/company/actor'
import { perCompany } from '../../../kernel/company/company-files'
import { refuse } from '../../../kernel/errors'
import { randomToken } from '../../../kernel/ids'
import { keepNewest } from '../../../kernel/keep-newest.contract'
import { minuteMs } from '../../../kernel/time/durations.contract'
import { objectOf, objectsIn } from '../../../kernel/untyped-json.contract'
import { type Graph, nextPageOf, openGraph } from '../graph/graph-client'
import { GraphError } from '../graph/graph-error'
import { textOf } from '../values'
import { findHostApp } from './page-account'
import type { PageChannelName } from './page-kinds'

/** Of the pages and, where they are linked, of their Instagram accounts. */
const scopes = [
  'pages_show_list',
  'pages_messaging',
  'pages_manage_metadata',
  'pages_read_engagement',
  'business_management',
  'instagram_basic',
  'instagram_manage_messages',
  'instagram_manage_comments',
].join(',')

const loginMs = 15 * minuteMs
const pagesMax = 20
const kept = 20
const tokenLength = 30

/** An account that a user of Facebook may manage, with its page's token. */
export interface FacebookAccount {
  channel: PageChannelName
  accountId: string
  pageId: string
  name: string
  username: string
  token: string
}

interface Login {
  userId: number | undefined
  endsMs: number
  accounts: readonly FacebookAccount[]
}

/** Logins that wait for a choice. Tokens stay in memory only. */
const logins = perCompany(() => new Map<string, Login>())

/** @throws Refusal ERR_NO_META_APP while the host has not set up its app */
const getHostApp = (ctx: CompanyContext) => findHostApp(ctx) ?? refuse('ERR_NO_META_APP')

/** Returns the address of Meta's dialog, which returns to `redirectUri` with a code and our state. */
export function loginAddress(ctx: CompanyContext, redirectUri: string): string {
  const { appId } = getHostApp(ctx)
  const url = new URL(ctx.company.services.graph.loginUrl)
  const query = { client_id: appId, redirect_uri: redirectUri, response_type: 'code', scope: scopes }
  for (const [name, value] of Object.entries({ ...query, state: stateOf(ctx) })) url.searchParams.set(name, value)
  return url.href
}

/** Valid for the acting user only, and for a quarter of an hour. */
function stateOf(ctx: CompanyContext, endsMs = ctx.now.getTime() + loginMs) {
  const { appSecret } = getHostApp(ctx)
  const whose = `${ctx.company.id}.${actingUserId(ctx.actor) ?? 0}.${endsMs}`
  return `${endsMs}.${createHmac('sha256', appSecret).update(`login ${whose}`).digest('hex')}`
}

/** @throws Refusal ERR_INVALID_INPUT for a state of somebody else, or an old one */
function assertState(ctx: CompanyContext, state: string) {
  const endsMs = Number(state.split('.', 1)[0])
  const isRight = Number.isSafeInteger(endsMs) && isSameSecret(state, stateOf(ctx, endsMs))
  if (!isRight || endsMs < ctx.now.getTime()) refuse('ERR_INVALID_INPUT', { fields: { state: 'invalid' } })
}

/**
 * Exchanges the dialog's code, and returns the accounts under a name that `takeLogin` takes.
 * @throws Refusal ERR_INVALID_INPUT with Meta's sentence at `code`, ERR_CLOUD_UNAVAILABLE
 */
export async function readLogin(
  ctx: CompanyContext,
  { code, state }: { code: string; state: string },
  redirectUri: string,
) {
  assertState(ctx, state)
  const { appId, appSecret } = getHostApp(ctx)
  const accounts = await orAtField('code', async () => {
    const access = { client_id: appId, client_secret: appSecret }
    const app = openGraph(ctx, { token: `${appId}|${appSecret}`, appSecret: undefined })
    const answer = await app.get('oauth/access_token', { ...access, redirect_uri: redirectUri, code })
    return listAccounts(ctx, await lastingToken(app, access, textOf(answer['access_token'])), 'me')
  })
  return { link: keep(ctx, accounts), accounts }
}

/**
 * Returns the accounts of a user of Facebook whose token belongs to the host's app.
 * @throws Refusal ERR_INVALID_INPUT with Meta's sentence at `facebookUserToken`, ERR_CLOUD_UNAVAILABLE
 */
export async function readAccounts(ctx: CompanyContext, userId: string, userToken: string): Promise<FacebookAccount[]> {
  const { appId, appSecret } = getHostApp(ctx)
  return orAtField('facebookUserToken', async () => {
    const app = openGraph(ctx, { token: `${appId}|${appSecret}`, appSecret: undefined })
    const { data } = await app.get('debug_token', { input_token: userToken })
    const { app_id: of, user_id: user, is_valid: isValid } = objectOf(data)
    if (isValid !== true || textOf(of) !== appId || textOf(user) !== userId) {
      refuse('ERR_INVALID_INPUT', { fields: { facebookUserToken: 'invalid' } })
    }
    const access = { client_id: appId, client_secret: appSecret }
    return listAccounts(ctx, await lastingToken(app, access, userToken), userId)
  })
}

/** The page's tokens of a lasting token do not expire. */
async function lastingToken(app: Graph, access: Record<string, string>, token: string) {
  const query = { grant_type: 'fb_exchange_token', ...access, fb_exchange_token: token }
  return textOf((await app.get('oauth/access_token', query))['access_token']) || token
}

/** Returns when the access by a page's token ends; null if it lasts. @throws GraphError for a withdrawn token */
export async function readTokenEnd(ctx: CompanyContext, token: string): Promise<Date | null> {
  const { appId, appSecret } = getHostApp(ctx)
  const app = openGraph(ctx, { token: `${appId}|${appSecret}`, appSecret: undefined })
  const { data } = await app.get('debug_token', { input_token: token })
  const { is_valid: isValid, error, expires_at: ends, data_access_expires_at: dataEnds } = objectOf(data)
  if (isValid === false) throw new GraphError(401, 190, 0, textOf(objectOf(error)['message']) || 'Invalid token', '')
  const seconds = [ends, dataEnds].filter((end) => typeof end === 'number' && end > 0) as number[]
  return seconds.length > 0 ? new Date(Math.min(...seconds) * 1000) : null
}

async function listAccounts(ctx: CompanyContext, token: string, userId: string): Promise<FacebookAccount[]> {
  const graph = openGraph(ctx, { token, appSecret: getHostApp(ctx).appSecret })
  const fields = 'name,access_token,instagram_business_account{id,username,name}'
  const found: FacebookAccount[] = []
  let after: string | undefined
  for (let page = 0; page < pagesMax; page++) {
    const answer = await graph.get(`${userId}/accounts`, { fields, limit: 100, after })
    for (const one of objectsIn(answer['data'])) {
      const [pageId, pageToken, name] = [textOf(one['id']), textOf(one['access_token']), textOf(one['name'])]
      if (!pageId || !pageToken) continue
      found.push({ channel: 'facebook', accountId: pageId, pageId, name, username: '', token: pageToken })
      const instagram = objectOf(one['instagram_business_account'])
      const [accountId, username] = [textOf(instagram['id']), textOf(instagram['username'])]
      const own = { channel: 'instagram' as const, accountId, username, name: textOf(instagram['name']) || username }
      if (accountId) found.push({ ...own, pageId, token: pageToken })
    }
    after = nextPageOf(answer)
    if (after === undefined) break
  }
  return found
}

function keep(ctx: CompanyContext, accounts: readonly FacebookAccount[]) {
  const link = randomToken(tokenLength)
  const all = logins(ctx.company)
  all.set(link, { userId: actingUserId(ctx.actor), endsMs: ctx.now.getTime() + loginMs, accounts })
  keepNewest(all, kept)
  return link
}

/** @throws Refusal ERR_LOGIN_OVER for an unknown or old one, or another user's */
export function getLogin(ctx: CompanyContext, link: string): readonly FacebookAccount[] {
  const login = logins(ctx.company).get(link)
  const isOwn = login && login.userId === actingUserId(ctx.actor) && login.endsMs >= ctx.now.getTime()
  return isOwn ? login.accounts : refuse('ERR_LOGIN_OVER')
}

async function orAtField<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    if (error.isNoAnswer) refuse('ERR_CLOUD_UNAVAILABLE', { message: error.sentence })
    return refuse('ERR_INVALID_INPUT', { fields: { [field]: error.sentence } })
  }
}
