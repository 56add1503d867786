import { type GraphState, invalidParameter, problem } from './graph-state'
import type { GraphTemplate, Json } from './graph-server.types'
import { findComponentFault, writeCode } from './template-components'

const pageMax = 1000

/** GET, POST and DELETE /{account}/message_templates */
export function answerTemplates(
  state: GraphState,
  base: string,
  businessAccountId: string,
  { method, query, body }: { method: string; query: Record<string, string>; body: Json },
): Response {
  if (method === 'GET') return listTemplates(state, base, businessAccountId, query)
  if (method === 'POST') return createTemplate(state, businessAccountId, body)
  const own = (one: GraphTemplate) =>
    one.businessAccountId === businessAccountId &&
    one.name === query['name'] &&
    (query['hsm_id'] === undefined || one.id === query['hsm_id'])
  if (!state.templates.some(own)) return problem(400, 100, 'Invalid parameter', 'Message template not found')
  state.templates = state.templates.filter((one) => !own(one))
  return Response.json({ success: true })
}

function listTemplates(state: GraphState, base: string, account: string, query: Record<string, string>) {
  const limit = Math.min(Number(query['limit'] ?? 25), pageMax)
  const from = query['after'] ? Number(Buffer.from(query['after'], 'base64url').toString()) : 0
  const all = state.templates.filter(
    (one) =>
      one.businessAccountId === account &&
      (query['name'] === undefined || one.name.includes(query['name'])) &&
      (query['status'] === undefined || one.status === query['status']),
  )
  const rows = all.slice(from, from + limit)
  const after = Buffer.from(String(from + limit)).toString('base64url')
  const hasMore = all.length > from + limit
  const next = `${base}/v25.0/${account}/message_templates?${new URLSearchParams({ ...query, after }).toString()}`
  return Response.json({
    data: rows.map((template) => presentTemplate(template, query['fields'])),
    paging: { cursors: { before: '', after }, ...(hasMore ? { next } : {}) },
  })
}

function presentTemplate({ businessAccountId: _account, quality, ...template }: GraphTemplate, fields = '') {
  return { ...template, ...(fields.includes('quality_score') ? { quality_score: { score: quality } } : {}) }
}

function createTemplate(state: GraphState, businessAccountId: string, body: Json) {
  const { name, language, category, components } = body
  if (typeof name !== 'string' || !/^[a-z0-9_]{1,512}$/.test(name)) return invalidParameter('name')
  if (typeof language !== 'string' || typeof category !== 'string') return invalidParameter('language and category')
  if (!['MARKETING', 'UTILITY', 'AUTHENTICATION'].includes(category)) return invalidParameter('category')
  if (!Array.isArray(components)) return invalidParameter('components')
  const fault = findComponentFault(state, category, components as Json[])
  if (fault) return invalidParameter(fault)
  const isSame = (one: GraphTemplate) =>
    one.businessAccountId === businessAccountId && one.name === name && one.language === language
  if (state.templates.some(isSame)) {
    return problem(
      400,
      100,
      'Invalid parameter',
      'There is already content in this language for this template',
      2388024,
    )
  }
  const id = String(7_000_000_000 + state.nextId())
  const status = 'PENDING' as const
  const shared = { id, name, language, category, status }
  const stored = category === 'AUTHENTICATION' ? writeCode(components as Json[]) : (components as Json[])
  state.templates.push({ ...shared, businessAccountId, quality: 'UNKNOWN', components: stored })
  return Response.json({ id, status, category })
}
