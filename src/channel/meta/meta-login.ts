import { createHmac } from 'node:crypto'
import { isSameSecret } from '../../kernel/config/sealed-secret'
import type { CompanyContext } from '../../kernel/company/company-context'
import { actingUserId } from '../../kernel/company/actor'
import { perCompany } from '../../kernel/company/company-files'
import { refuse } from '../../kernel/errors'
import { randomToken } from '../../kernel/ids'
import { keepNewest } from '../../kernel/keep-newest.contract'
import { minuteMs } from '../../kernel/time/durations.contract'
import { type Graph, openGraph } from './graph/graph-client'
import { GraphError } from './graph/graph-error'
import type { LoginKind, LoginReturnBody } from './meta-login.contract'
import { textOf } from './values'

const loginMs = 15 * minuteMs
const kept = 20
const tokenLength = 30

interface Login<Account> {
  userId: number | undefined
  endsMs: number
  accounts: readonly Account[]
}

export function findHostApp({ company }: CompanyContext) {
  const { appId, appSecret, verifyToken } = company.services.graph
  return appId && appSecret && verifyToken ? { appId, appSecret } : undefined
}

/** @throws Refusal ERR_NO_META_APP */
export const getHostApp = (ctx: CompanyContext) => findHostApp(ctx) ?? refuse('ERR_NO_META_APP')

export function openApp(ctx: CompanyContext) {
  const { appId, appSecret } = getHostApp(ctx)
  const access = { client_id: appId, client_secret: appSecret }
  return { access, graph: openGraph(ctx, { token: `${appId}|${appSecret}`, appSecret: undefined }) }
}

/** Accounts wait for a choice. Tokens stay in memory only. */
export function defineLogin<Account>(kind: LoginKind) {
  const logins = perCompany(() => new Map<string, Login<Account>>())

  function stateOf(ctx: CompanyContext, endsMs = ctx.now.getTime() + loginMs) {
    const { appSecret } = getHostApp(ctx)
    const userId = actingUserId(ctx.actor)
    const whose = `${ctx.company.id}.${userId ?? 0}.${kind}.${endsMs}`
    const proof = createHmac('sha256', appSecret).update(`login ${whose}`).digest('hex')
    return `${kind}.${endsMs}.${proof}${userId === undefined ? `.${ctx.company.id}` : ''}`
  }

  /** @throws Refusal ERR_INVALID_INPUT */
  function assertState(ctx: CompanyContext, state: string) {
    const endsMs = Number(state.split('.')[1])
    const isRight = Number.isSafeInteger(endsMs) && isSameSecret(state, stateOf(ctx, endsMs))
    if (!isRight || endsMs < ctx.now.getTime()) refuse('ERR_INVALID_INPUT', { fields: { state: 'invalid' } })
  }

  function keep(ctx: CompanyContext, accounts: readonly Account[]) {
    const link = randomToken(tokenLength)
    const all = logins(ctx.company)
    all.set(link, { userId: actingUserId(ctx.actor), endsMs: ctx.now.getTime() + loginMs, accounts })
    keepNewest(all, kept)
    return link
  }

  return {
    address(ctx: CompanyContext, redirectUri: string, own: Readonly<Record<string, string>>): string {
      const { appId } = getHostApp(ctx)
      const url = new URL(ctx.company.services.graph.loginUrl)
      const query = { client_id: appId, redirect_uri: redirectUri, response_type: 'code', ...own, state: stateOf(ctx) }
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      return url.href
    },
    /** Returns a name for `get`. @throws Refusal ERR_INVALID_INPUT with Meta's sentence at `code`, ERR_CLOUD_UNAVAILABLE */
    async read(
      ctx: CompanyContext,
      { code, state }: LoginReturnBody,
      redirectUri: string,
      list: (token: string, app: Graph) => Promise<readonly Account[]>,
    ) {
      assertState(ctx, state)
      const { access, graph } = openApp(ctx)
      const accounts = await orAtField('code', async () => {
        const answer = await graph.get('oauth/access_token', { ...access, redirect_uri: redirectUri, code })
        return list(textOf(answer['access_token']), graph)
      })
      return { link: keep(ctx, accounts), accounts }
    },
    /** @throws Refusal ERR_LOGIN_OVER for an unknown or old one, or another user's */
    get(ctx: CompanyContext, link: string): readonly Account[] {
      const login = logins(ctx.company).get(link)
      const isOwn = login && login.userId === actingUserId(ctx.actor) && login.endsMs >= ctx.now.getTime()
      return isOwn ? login.accounts : refuse('ERR_LOGIN_OVER')
    },
  }
}

/** @throws Refusal ERR_INVALID_INPUT with Meta's sentence at the field, ERR_CLOUD_UNAVAILABLE */
export async function orAtField<T>(
  field: string | ((error: GraphError) => string),
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    if (error.isNoAnswer) refuse('ERR_CLOUD_UNAVAILABLE', { message: error.sentence })
    const at = typeof field === 'string' ? field : field(error)
    return refuse('ERR_INVALID_INPUT', { fields: { [at]: error.sentence } })
  }
}
