import type { CompanyContext } from '../../../kernel/company/company-context'
import { refuse } from '../../../kernel/errors'
import { objectOf, objectsIn } from '../../../kernel/untyped-json.contract'
import { nextPageOf, openGraph } from '../graph/graph-client'
import { GraphError } from '../graph/graph-error'
import { defineLogin, getHostApp, openApp, orAtField } from '../meta-login'
import type { LoginReturnBody } from '../meta-login.contract'
import { textOf } from '../values'
import type { PageChannelName } from './page-kinds'

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

const pagesMax = 20

export interface FacebookAccount {
  channel: PageChannelName
  accountId: string
  pageId: string
  name: string
  username: string
  token: string
}

const login = defineLogin<FacebookAccount>('pages')

export const loginAddress = (ctx: CompanyContext, redirectUri: string) =>
  login.address(ctx, redirectUri, { scope: scopes })

export const readLogin = (ctx: CompanyContext, returned: LoginReturnBody, redirectUri: string) =>
  login.read(ctx, returned, redirectUri, async (token) => listAccounts(ctx, await lastingToken(ctx, token), 'me'))

export const getLogin = login.get

/** @throws Refusal ERR_INVALID_INPUT with Meta's sentence at `facebookUserToken`, ERR_CLOUD_UNAVAILABLE */
export async function readAccounts(ctx: CompanyContext, userId: string, userToken: string): Promise<FacebookAccount[]> {
  return orAtField('facebookUserToken', async () => {
    const { access, graph } = openApp(ctx)
    const { data } = await graph.get('debug_token', { input_token: userToken })
    const { app_id: of, user_id: user, is_valid: isValid } = objectOf(data)
    if (isValid !== true || textOf(of) !== access.client_id || textOf(user) !== userId) {
      refuse('ERR_INVALID_INPUT', { fields: { facebookUserToken: 'invalid' } })
    }
    return listAccounts(ctx, await lastingToken(ctx, userToken), userId)
  })
}

/** The page's tokens of a lasting token do not expire. */
async function lastingToken(ctx: CompanyContext, token: string) {
  const { access, graph } = openApp(ctx)
  const query = { grant_type: 'fb_exchange_token', ...access, fb_exchange_token: token }
  return textOf((await graph.get('oauth/access_token', query))['access_token']) || token
}

/** null if it lasts. @throws GraphError for a withdrawn token */
export async function readTokenEnd(ctx: CompanyContext, token: string): Promise<Date | null> {
  const { data } = await openApp(ctx).graph.get('debug_token', { input_token: token })
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
