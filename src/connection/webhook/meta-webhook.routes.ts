import { type Context, Elysia } from 'elysia'
import type { NodePorts } from '../../kernel/company/node-ports'
import { isSameSecret } from '../../kernel/config/sealed-secret'
import { refuse } from '../../kernel/errors'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { CompanyId } from '../../kernel/ids'
import type { Platform } from '../../platform/platform'
import { limitGuesses } from '../../platform/sign-in/count-tries'
import { metaWebhookCalls } from './meta-webhook.calls'
import { findHolderByKey, noteVerified, receiveWebhook } from './receive-webhook'

export function metaWebhookRoutes(platform: Platform) {
  const receive = async (key: string | undefined, request: Request, body: unknown, set: Context['set']) => {
    const bytes = body instanceof Uint8Array ? body : refuse('ERR_INVALID_INPUT', { fields: { body: 'required' } })
    const signature = request.headers.get('x-hub-signature-256') ?? ''
    const { node } = platform
    // The node that handed it over passes it on to the others.
    const isHandedOver = node?.isFromNode(request) === true
    const filed = await receiveWebhook(platform, key, bytes, signature, async (companyId) => {
      if (!isHandedOver) await passOn(node, request, companyId, bytes)
    })
    if (isHandedOver) set.headers[filedHeader] = [...filed].join(' ')
    return { received: true } as const
  }
  return answerCalls(new Elysia({ name: 'meta-webhooks' }), metaWebhookCalls, {
    'GET /webhook/meta': ({ request, query }) => verifyWebhook(platform, request, undefined, query),
    'POST /webhook/meta': ({ request, body, set }) => receive(undefined, request, body, set),
    'GET /webhook/meta/:key': ({ request, params, query }) => verifyWebhook(platform, request, params.key, query),
    'POST /webhook/meta/:key': ({ request, params, body, set }) => receive(params.key, request, body, set),
  })
}

/** The companies of a node that have filed their part of what another node handed over. */
const filedHeader = 'x-recado-filed'

/** @throws Refusal ERR_COMPANY_ELSEWHERE when that node has not filed it: Meta repeats the request */
async function passOn(node: NodePorts | undefined, request: Request, companyId: CompanyId, bytes: Uint8Array) {
  const answer = await node?.forward(request, companyId, new Uint8Array(bytes))
  const filed = answer?.headers.get(filedHeader)?.split(' ') ?? []
  if (!answer?.ok || !filed.includes(String(companyId))) refuse('ERR_COMPANY_ELSEWHERE')
}

type Verification = Record<'hub.mode' | 'hub.verify_token' | 'hub.challenge', string>

/** Proves to Meta that the address is ours. @throws Refusal ERR_NO_PERMISSION, ERR_TOO_MANY_REQUESTS */
async function verifyWebhook(
  platform: Platform,
  request: Request,
  key: string | undefined,
  { 'hub.mode': mode, 'hub.verify_token': given, 'hub.challenge': challenge }: Verification,
) {
  const home = key === undefined ? undefined : await findHolderByKey(platform, key)
  const expected = key === undefined ? platform.config.graph.verifyToken : home?.account?.verifyToken
  const isRight = expected !== undefined && isSameSecret(given, expected)
  limitGuesses(platform, request, 'metaVerifyToken', `${key ?? ''}\n${given}`, isRight)
  const isMeta = mode === 'subscribe' && /^[\x20-\x7e]{1,200}$/.test(challenge)
  if (!isMeta || !isRight) refuse('ERR_NO_PERMISSION')
  if (home) noteVerified(home)
  return new Response(challenge, {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  })
}

export async function isWebhookAddress(platform: Platform, { method, url }: Request) {
  const [address, key] = /^\/webhook\/meta(?:\/([A-Za-z0-9]{30}))?$/.exec(new URL(url).pathname) ?? []
  if (method !== 'POST' || address === undefined) return false
  if (key === undefined) return platform.config.graph.appSecret !== undefined
  const { accounts } = platform.names
  return (await accounts.findByWebhookKey(key)) !== undefined || accounts.isRetiredWebhook(key)
}
