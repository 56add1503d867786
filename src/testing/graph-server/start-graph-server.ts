import { createHmac } from 'node:crypto'
import { type Customer, messageChange, statusChange } from './graph-changes'
import type { AcceptedMessage, Change, GraphFailures, GraphPhone, GraphTemplate, Json } from './graph-server.types'
import { type GraphState, invalidToken, noFailures, problem, unknownObject } from './graph-state'
import { deliver, envelopeOf, type WebhookSettings } from './graph-webhooks'
import { answerDownload, answerMedia, answerUpload } from './media-endpoint'
import { answerMessage } from './message-endpoint'
import { answerTemplates } from './template-endpoint'

interface GraphServerOptions {
  port?: number
  phones?: readonly GraphPhone[]
  tokens?: readonly string[]
  appSecret?: string
  now?: () => number
  /** Reports every accepted message as sent and delivered. */
  reports?: boolean
}

export type GraphServer = Awaited<ReturnType<typeof startGraphServer>>

export const graphToken = 'EAAGtestpermanenttoken1234567890'
export const graphAppSecret = '0123456789abcdef0123456789abcdef'
export const graphPhone: GraphPhone = {
  id: '106540352242922',
  businessAccountId: '102290129340398',
  displayNumber: '+55 11 4002-8922',
  verifiedName: 'Casa Aurora',
  quality: 'GREEN',
  tier: 'TIER_1K',
}

/**
 * Speaks Meta's Graph API for WhatsApp over HTTP on loopback: phone numbers, messages, media, templates, and signed
 * webhooks. Written from Meta's documentation; shares no code with the product.
 */
export async function startGraphServer(options: GraphServerOptions = {}) {
  const { port = 0, phones = [graphPhone], tokens = [graphToken], now = Date.now } = options
  const webhook: WebhookSettings = { url: '', appSecret: options.appSecret ?? graphAppSecret }
  let counter = 0
  const state: GraphState = {
    phones: phones.map((phone) => ({ ...phone })),
    tokens: new Set(tokens),
    subscribed: new Set(),
    calls: [],
    accepted: [],
    read: [],
    media: new Map(),
    templates: [],
    failures: noFailures(),
    undeliverable: new Map(),
    alterMedia: (answer) => answer,
    now,
    nextId: () => ++counter,
  }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port,
    idleTimeout: 0,
    maxRequestBodySize: 256 * 1024 * 1024,
    fetch: (request) => handle(request),
  })
  const host = `127.0.0.1:${server.port}`
  const base = `http://${host}`
  const phoneOf = (id = state.phones[0]?.id) => {
    const phone = state.phones.find((one) => one.id === id)
    if (!phone) throw new Error(`No phone ${id}`)
    return phone
  }

  async function handle(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const path = url.pathname.replace(/^\/v\d+\.\d+(?=\/)/, '')
    const query = Object.fromEntries(url.searchParams)
    const token = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? ''
    const isForm = request.headers.get('content-type')?.startsWith('multipart/form-data') ?? false
    const form = isForm ? await request.formData() : undefined
    const body = form ? {} : await readJson(request)
    const line = `${request.method} ${path}`
    state.calls.push({ line, token, query, body })
    const { failures } = state
    const fails = failures.times > 0 && failures.only.test(line)
    if (fails && failures.delayMs > 0) await Bun.sleep(failures.delayMs)
    if (fails && (failures.silent || failures.nonsense || failures.status > 0)) {
      failures.times--
      return failAs({ ...failures }, request, () => answer(line, path, { query, token, body, form }))
    }
    return answer(line, path, { query, token, body, form })
  }

  async function answer(
    line: string,
    path: string,
    given: { query: Record<string, string>; token: string; body: Json; form?: FormData },
  ): Promise<Response> {
    const { query, token, body, form } = given
    const [, id = '', edge = ''] = path.split('/')
    if (!state.tokens.has(token)) return invalidToken()
    const proof = createHmac('sha256', webhook.appSecret).update(token).digest('hex')
    if (query['appsecret_proof'] !== undefined && query['appsecret_proof'] !== proof) {
      return problem(400, 100, 'Invalid appsecret_proof provided in the API argument')
    }
    if (id === 'media-files') return answerDownload(state, edge, query)
    const method = line.split(' ', 1)[0] ?? ''
    const phone = state.phones.find((one) => one.id === id)
    const isBusiness = state.phones.some((one) => one.businessAccountId === id)
    if (phone && edge === '' && method === 'GET') return Response.json(presentPhone(phone))
    if (phone && edge === 'messages' && method === 'POST') {
      const before = state.accepted.length
      const response = answerMessage(state, phone, body)
      const message = state.accepted[before]
      if (message && options.reports) void reportTaken(phone, message)
      return response
    }
    if (phone && edge === 'media' && method === 'POST' && form) return answerUpload(state, phone, form)
    if (isBusiness && edge === 'message_templates') return answerTemplates(state, base, id, { method, query, body })
    if (isBusiness && edge === 'phone_numbers' && method === 'GET') {
      return Response.json({ data: state.phones.filter((one) => one.businessAccountId === id).map(presentPhone) })
    }
    if (isBusiness && edge === 'subscribed_apps' && (method === 'POST' || method === 'DELETE')) {
      if (method === 'POST') state.subscribed.add(id)
      else state.subscribed.delete(id)
      return Response.json({ success: true })
    }
    if (edge === '' && method === 'GET') return answerMedia(state, base, id, query)
    return unknownObject(id)
  }

  async function reportTaken(phone: GraphPhone, message: AcceptedMessage) {
    const code = state.undeliverable.get(message.to)
    const statuses = code === undefined ? (['sent', 'delivered'] as const) : (['failed'] as const)
    for (const status of statuses) {
      await send(phone.businessAccountId, statusChange(phone, message, { status, atMs: now(), code })).catch(() => {})
    }
  }

  const send = (businessAccountId: string, ...changes: Change[]) =>
    deliver(webhook, envelopeOf(businessAccountId, ...changes))

  return {
    state,
    webhook,
    url: base,
    /** For OUTGOING_ALLOW. */
    address: host,
    environment: { GRAPH_API_URL: base, OUTGOING_ALLOW: host },
    calls: state.calls,
    accepted: state.accepted,
    fail: (next: Partial<GraphFailures>) => void Object.assign(state.failures, noFailures(), next),
    recover: () => void Object.assign(state.failures, noFailures()),
    addTemplate(template: Partial<GraphTemplate> & Pick<GraphTemplate, 'name' | 'components'>) {
      const own = { id: String(7_000_000_000 + state.nextId()), businessAccountId: phoneOf().businessAccountId }
      const rest = { language: 'pt_BR', category: 'UTILITY', status: 'APPROVED' as const, quality: 'GREEN' }
      state.templates.push({ ...own, ...rest, ...template })
    },
    /** A new id of a customer's message. */
    newMessageId: () => `wamid.${Buffer.from(`in:${state.nextId()}`).toString('base64')}`,
    /** Delivers changes of the phone's business account in one request. */
    deliver: (...changes: Change[]) => send(phoneOf().businessAccountId, ...changes),
    /** Delivers a customer's message; returns the webhook's answer. */
    says(
      customer: Customer,
      content: Json,
      { id, atMs = now(), phoneId }: { id?: string; atMs?: number; phoneId?: string } = {},
    ) {
      const phone = phoneOf(phoneId)
      const messageId = id ?? `wamid.${Buffer.from(`in:${state.nextId()}`).toString('base64')}`
      return send(phone.businessAccountId, messageChange(phone, customer, { id: messageId, atMs, content }))
    },
    phoneOf,
    stop: () => server.stop(true),
  }
}

async function failAs(failures: GraphFailures, request: Request, execute: () => Promise<Response>): Promise<Response> {
  if (failures.silent === 'after') await execute()
  if (failures.silent) await new Promise<void>((resolve) => request.signal.addEventListener('abort', () => resolve()))
  if (failures.nonsense) return new Response('<html>Bad gateway</html>', { status: failures.status || 200 })
  return problem(failures.status, failures.code, failures.message || 'Simulated failure', failures.details)
}

const presentPhone = ({ id, displayNumber, verifiedName, quality, tier }: GraphPhone) => ({
  id,
  display_phone_number: displayNumber,
  verified_name: verifiedName,
  quality_rating: quality,
  messaging_limit_tier: tier,
  code_verification_status: 'VERIFIED',
})

async function readJson(request: Request): Promise<Json> {
  const text = await request.text()
  try {
    return text === '' ? {} : (JSON.parse(text) as Json)
  } catch {
    return {}
  }
}
