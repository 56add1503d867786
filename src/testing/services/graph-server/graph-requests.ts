import { createHmac } from 'node:crypto'
import type { AcceptedMessage, GraphCall, GraphFailures, GraphPhone, Json } from './graph-server.types'
import { type GraphState, invalidToken, problem, unknownObject } from './graph-state'
import { answerDownload, answerMedia, answerUpload } from './media-endpoint'
import { answerMessage } from './message-endpoint'
import { answerConversation, answerPage, answerPerson } from './page-endpoint'
import { answerAccessToken, answerAccounts, answerDebugToken, answerDialog } from './page-login'
import type { GraphPage, PageSend } from './page-state'
import { openUpload, takeUpload } from './upload-endpoint'
import { answerRegister, presentFunding } from './signup-endpoint'
import { answerTemplates } from './template-endpoint'

interface GraphRequests {
  state: GraphState
  base: string
  appSecret(): string
  onAccepted(phone: GraphPhone, message: AcceptedMessage): void
  onPageSent(sent: PageSend): void
}

interface Call extends GraphCall {
  form?: FormData
  bytes?: Uint8Array
  offset?: string
}

/** Answers a call as `state.failures` says, or as Graph does. */
export async function handleRequest(graph: GraphRequests, request: Request): Promise<Response> {
  const url = new URL(request.url)
  if (url.pathname.endsWith('/dialog/oauth')) return answerDialog(graph.state, url)
  const call = await readCall(request)
  const { line, token, query, body } = call
  const { failures, calls } = graph.state
  calls.push({ line, token, query, body })
  const fails = failures.times > 0 && failures.only.test(line)
  if (fails && failures.delayMs > 0) await Bun.sleep(failures.delayMs)
  if (!fails || !(failures.silent || failures.nonsense || failures.status > 0)) return answer(graph, call)
  failures.times--
  return failAs({ ...failures }, request, async () => answer(graph, call))
}

async function readCall(request: Request): Promise<Call> {
  const url = new URL(request.url)
  const isForm = request.headers.get('content-type')?.startsWith('multipart/form-data') ?? false
  const isUpload = url.pathname.includes('/upload:')
  const form = isForm ? await request.formData() : undefined
  return {
    line: `${request.method} ${url.pathname.replace(/^\/v\d+\.\d+(?=\/)/, '')}`,
    token: request.headers.get('authorization')?.replace(/^(?:Bearer|OAuth) /, '') ?? '',
    query: Object.fromEntries(url.searchParams),
    body: form || isUpload ? {} : await readJson(request),
    form,
    ...(isUpload && { bytes: await request.bytes(), offset: request.headers.get('file_offset') ?? '' }),
  }
}

function answer(graph: GraphRequests, call: Call): Response | Promise<Response> {
  const { state, base, appSecret } = graph
  const { line, token, query } = call
  const [method = '', path = ''] = line.split(' ')
  const [, id = '', edge = ''] = path.split('/')
  if (id === 'oauth') return answerAccessToken(state, appSecret(), call)
  if (id === 'debug_token') return answerDebugToken(state, appSecret(), call)
  if (id === 'page-files') return answerFile(state, edge)
  const { user, pages } = state.pages
  const owner = pages.find((one) => one.token === token)
  const isUser = [user.token, user.longToken].includes(token)
  if (!state.tokens.has(token) && !owner && !isUser) return invalidToken()
  // "Secure Graph API calls", developers.facebook.com (from memory): the proof is the token's HMAC with the app secret as key,
  // in hexadecimal. Files are not fetched from Graph.
  if (state.requiresProof && id !== 'media-files' && query['appsecret_proof'] === undefined) {
    return problem(400, 100, 'API calls from the server require an appsecret_proof argument')
  }
  const proof = createHmac('sha256', appSecret()).update(token).digest('hex')
  if (query['appsecret_proof'] !== undefined && query['appsecret_proof'] !== proof) {
    return problem(400, 100, 'Invalid appsecret_proof provided in the API argument')
  }
  if (id === 'media-files') return answerDownload(state, edge, query)
  if (id === 'app' && edge === 'uploads') return openUpload(state, query)
  if (id.startsWith('upload:')) return takeUpload(state, id, call)
  if (isUser && edge === 'accounts') return answerAccounts(state, base, id, call)
  if (owner) return answerOfPage(graph, owner, { ...call, id, edge, method }) ?? unknownObject(id)
  const phone = state.phones.find((one) => one.id === id)
  const known = phone
    ? answerPhone(graph, phone, `${method} ${edge}`, call)
    : state.phones.some((one) => one.businessAccountId === id) && answerBusiness(graph, id, `${method} ${edge}`, call)
  if (known) return known
  return edge === '' && method === 'GET' && !phone ? answerMedia(state, base, id, query) : unknownObject(id)
}

interface EdgeCall extends Call {
  method: string
  id: string
  edge: string
}

/** A page's token reads its people, and nothing of another page. */
function answerOfPage(graph: GraphRequests, page: GraphPage, { method, id, edge, ...call }: EdgeCall) {
  const { state, base, onPageSent } = graph
  if (id !== page.id && edge === 'messages' && method === 'GET') return answerConversation(state, id, call.query)
  if (id !== page.id) return edge === '' && method === 'GET' ? answerPerson(state, base, id) : undefined
  const before = state.pages.sent.length
  const response = answerPage(state, page, `${method} ${edge}`, call)
  const sent = state.pages.sent[before]
  if (sent?.mid) onPageSent(sent)
  return response
}

function answerFile({ pages }: GraphState, name: string) {
  const file = pages.files.get(name)
  return file ? new Response(file.bytes, { headers: { 'content-type': file.type } }) : new Response('', { status: 404 })
}

function answerPhone(
  { state, onAccepted }: GraphRequests,
  phone: GraphPhone,
  line: string,
  { query, body, form }: Call,
) {
  if (line === 'GET ') return answerPhoneFields(phone, query['fields'])
  // "Onboarding WhatsApp Business app users", read 2026-11-29: each kind once after the signup.
  if (line === 'POST smb_app_data' && ['smb_app_state_sync', 'history'].includes(String(body['sync_type']))) {
    return phone.isInApp ? Response.json({ messaging_product: 'whatsapp', request_id: '1' }) : undefined
  }
  if (line === 'POST register') return answerRegister(phone, body)
  if (line === 'POST media' && form) return answerUpload(state, phone, form)
  if (line !== 'POST messages') return undefined
  const before = state.accepted.length
  const response = answerMessage(state, phone, body)
  const message = state.accepted[before]
  if (message) onAccepted(phone, message)
  return response
}

function answerBusiness({ state, base }: GraphRequests, id: string, line: string, { query, body }: Call) {
  const [method = '', edge] = line.split(' ')
  if (edge === 'message_templates') return answerTemplates(state, base, id, { method, query, body })
  if (line === 'GET ') return presentFunding(state, id)
  if (line === 'GET phone_numbers') {
    const own = state.phones.filter((one) => one.businessAccountId === id).map(presentPhone)
    const asked = ['id', ...(query['fields'] ?? 'id').split(',')]
    return Response.json({ data: own.map((one) => Object.fromEntries(asked.map((field) => [field, one[field]]))) })
  }
  if (edge !== 'subscribed_apps' || method === 'GET') return undefined
  if (method === 'POST') state.subscribed.add(id)
  else state.subscribed.delete(id)
  return Response.json({ success: true })
}

async function failAs(failures: GraphFailures, request: Request, execute: () => Promise<Response>): Promise<Response> {
  if (failures.silent === 'after') await execute()
  if (failures.silent) await new Promise<void>((resolve) => request.signal.addEventListener('abort', () => resolve()))
  if (failures.nonsense) return new Response('<html>Bad gateway</html>', { status: failures.status || 200 })
  const answer = problem(
    failures.status,
    failures.code,
    failures.message || 'Simulated failure',
    failures.details,
    failures.subcode,
  )
  for (const [name, value] of Object.entries(failures.headers)) answer.headers.set(name, value)
  return answer
}

/** "Messaging Limits", developers.facebook.com, November 2026: `messaging_limit_tier` is deprecated. The refusal is from memory. */
function answerPhoneFields(phone: GraphPhone, fields = 'display_phone_number') {
  const { missing = [] } = phone
  const known = presentPhone(phone)
  const asked = ['id', ...fields.split(',')]
  const unknown = asked.find((field) => !(field in known) || missing.includes(field))
  return unknown === undefined
    ? Response.json(Object.fromEntries(asked.map((field) => [field, known[field]])))
    : problem(400, 100, `Tried accessing nonexisting field (${unknown}) on node type (WhatsAppBusinessPhoneNumber)`)
}

const presentPhone = (phone: GraphPhone): Json => ({
  id: phone.id,
  display_phone_number: phone.displayNumber,
  verified_name: phone.verifiedName,
  quality_rating: phone.quality,
  whatsapp_business_manager_messaging_limit: phone.tier,
  code_verification_status: 'VERIFIED',
  platform_type: phone.isUnregistered ? 'NOT_APPLICABLE' : 'CLOUD_API',
  is_on_biz_app: phone.isInApp ?? false,
})

async function readJson(request: Request): Promise<Json> {
  const text = await request.text()
  try {
    return text === '' ? {} : (JSON.parse(text) as Json)
  } catch {
    return {}
  }
}
