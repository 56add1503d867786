import { type Customer, messageChange, pricingOf, statusChange } from './graph-changes'
import type { AcceptedMessage, Change, GraphFailures, GraphPhone, GraphTemplate, Json } from './graph-server.types'
import { handleRequest } from './graph-requests'
import { type GraphState, noFailures } from './graph-state'
import { createPageState, type PageSend } from './page-state'
import { createSignupState } from './signup-state'
import { createPageWebhooks, echoOf } from './page-webhooks'
import { deliver, envelopeOf, type WebhookSettings } from './graph-webhooks'

interface GraphServerOptions {
  port?: number
  phones?: readonly GraphPhone[]
  tokens?: readonly string[]
  appSecret?: string
  now?: () => number
  /** Reports every accepted message as sent and delivered. */
  reports?: boolean
  onCall?: () => void
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

/** Speaks Meta's Graph API for WhatsApp on loopback, with signed webhooks. Written from Meta's documentation; shares no product code. */
export async function startGraphServer(options: GraphServerOptions = {}) {
  const { port = 0, phones = [graphPhone], tokens = [graphToken], now = Date.now } = options
  const webhook: WebhookSettings = { url: '', appSecret: options.appSecret ?? graphAppSecret }
  const state = createState(phones, tokens, now)
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port,
    idleTimeout: 0,
    maxRequestBodySize: 256 * 1024 * 1024,
    async fetch(request): Promise<Response> {
      const response = await handleRequest(graph, request)
      options.onCall?.()
      return response
    },
  })
  const host = `127.0.0.1:${server.port}`
  const base = `http://${host}`
  const graph = { state, base, appSecret: () => webhook.appSecret, onAccepted, onPageSent }
  const pages = createPageWebhooks(state, webhook)
  const phoneOf = (id?: string) => getPhone(state, id)
  const newMessageId = () => `wamid.${Buffer.from(`in:${state.nextId()}`).toString('base64')}`

  async function onAccepted(phone: GraphPhone, message: AcceptedMessage) {
    if (!options.reports) return
    const code = state.undeliverable.get(message.to)
    const statuses = code === undefined ? (['sent', 'delivered'] as const) : (['failed'] as const)
    for (const status of statuses) {
      const pricing = message.body['type'] === 'template' && status !== 'failed' ? pricingOf('utility') : undefined
      const change = statusChange(phone, message, { status, atMs: now(), code, pricing })
      await send(phone.businessAccountId, change).catch(() => {})
    }
  }

  function onPageSent(sent: PageSend) {
    if (!state.pages.isSilent) void pages.deliver(echoOf(state, sent)).catch(() => {})
  }

  const send = (businessAccountId: string, ...changes: Change[]) =>
    deliver(webhook, envelopeOf(businessAccountId, ...changes))

  return {
    state,
    webhook,
    url: base,
    /** For OUTGOING_ALLOW. */
    address: host,
    environment: { GRAPH_API_URL: base, META_LOGIN_URL: base, OUTGOING_ALLOW: host },
    calls: state.calls,
    accepted: state.accepted,
    fail: (next: Partial<GraphFailures>) => void Object.assign(state.failures, noFailures(), next),
    recover: () => void Object.assign(state.failures, noFailures()),
    addTemplate: (template: NewTemplate) => void addTemplate(state, template),
    newMessageId,
    /** Delivers changes of the phone's business account in one request. */
    deliver: (...changes: Change[]) => send(phoneOf().businessAccountId, ...changes),
    says(
      customer: Customer,
      content: Json,
      { id, atMs = now(), phoneId }: { id?: string; atMs?: number; phoneId?: string } = {},
    ) {
      const phone = phoneOf(phoneId)
      const message = { id: id ?? newMessageId(), atMs, content }
      return send(phone.businessAccountId, messageChange(phone, customer, message))
    },
    phoneOf,
    pages,
    stop: () => server.stop(true),
  }
}

function getPhone({ phones }: GraphState, id = phones[0]?.id) {
  const phone = phones.find((one) => one.id === id)
  if (!phone) throw new Error(`No phone ${id}`)
  return phone
}

type NewTemplate = Partial<GraphTemplate> & Pick<GraphTemplate, 'name' | 'components'>

function addTemplate(state: GraphState, template: NewTemplate) {
  const { businessAccountId } = getPhone(state)
  const own = { id: String(7_000_000_000 + state.nextId()), businessAccountId }
  const rest = { language: 'pt_BR', category: 'UTILITY', status: 'APPROVED' as const, quality: 'GREEN' }
  state.templates.push({ ...own, ...rest, ...template })
}

function createState(phones: readonly GraphPhone[], tokens: readonly string[], now: () => number): GraphState {
  let counter = 0
  return {
    phones: phones.map((phone) => ({ ...phone })),
    tokens: new Set(tokens),
    requiresProof: false,
    subscribed: new Set(),
    calls: [],
    accepted: [],
    read: [],
    media: new Map(),
    templates: [],
    uploads: new Map(),
    handles: new Set(),
    failures: noFailures(),
    pages: createPageState(),
    signup: createSignupState(),
    undeliverable: new Map(),
    waIds: new Map(),
    alterMedia: (answer) => answer,
    now,
    nextId: () => ++counter,
  }
}
