/** The part of an OpenAPI document that the page shows. */
export interface ApiDocument {
  info: { title: string; version: string; description?: string }
  paths: Record<string, Record<string, ApiCall>>
}

interface ApiCall {
  tags?: string[]
  parameters?: { name: string; in: string; required?: boolean; schema?: JsonSchema }[]
  requestBody?: { content?: Record<string, { schema?: JsonSchema }> }
}

interface JsonSchema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  items?: JsonSchema
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  default?: unknown
}

const methods = ['get', 'post', 'put', 'delete']
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: unknown) => String(text).replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

/** A readable page of every call, by its first word, without a script. */
export function renderApiPage(document: ApiDocument): string {
  const groups = groupCalls(document)
  const menu = [...groups.keys()].map((name) => `<a href="#${escape(name)}">${escape(name)}</a>`).join(' ')
  const sections = [...groups].map(([name, calls]) => `<h2 id="${escape(name)}">${escape(name)}</h2>${calls.join('')}`)
  const { title, version, description = '' } = document.info
  const body = `<h1>${escape(title)} ${escape(version)}</h1><p>${escape(description)} The same as
    <a href="/openapi/json">OpenAPI</a>.</p><nav>${menu}</nav>${sections.join('')}`
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>${escape(title)} API</title><style>${style}</style><main>${body}</main></html>`
}

export function apiPageAnswer(html: string): Response {
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    },
  })
}

function groupCalls({ paths }: ApiDocument) {
  const groups = new Map<string, string[]>()
  for (const path of Object.keys(paths).sort()) {
    for (const method of methods) {
      const call = paths[path]?.[method]
      if (!call) continue
      const name = path.split('/')[1] ?? ''
      groups.set(name, [...(groups.get(name) ?? []), renderCall(method, path, call)])
    }
  }
  return groups
}

function renderCall(method: string, path: string, call: ApiCall) {
  const parameters = (call.parameters ?? []).filter((parameter) => parameter.in !== 'header')
  const rows = parameters.map((parameter) =>
    renderRow(parameter.name, parameter.in, parameter.required ?? false, parameter.schema),
  )
  const body = Object.values(call.requestBody?.content ?? {})[0]?.schema
  for (const [name, schema] of Object.entries(body?.properties ?? {})) {
    rows.push(renderRow(name, 'body', body?.required?.includes(name) ?? false, schema))
  }
  const table = rows.length > 0 ? `<table>${rows.join('')}</table>` : ''
  return `<section><h3><b>${method.toUpperCase()}</b> <code>${escape(path)}</code></h3>${table}</section>`
}

function renderRow(name: string, place: string, required: boolean, schema: JsonSchema | undefined) {
  const must = required ? 'required' : 'optional'
  return `<tr><td><code>${escape(name)}</code></td><td>${place}</td><td>${must}</td><td>${escape(describeType(schema))}</td></tr>`
}

function describeType(schema: JsonSchema | undefined): string {
  if (!schema) return ''
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.anyOf) return [...new Set(schema.anyOf.map(describeType))].join(' | ')
  const type = schema.items ? `list of ${describeType(schema.items)}` : [schema.type ?? 'any'].flat().join(' | ')
  const low = schema.minLength ?? schema.minimum
  const high = schema.maxLength ?? schema.maximum
  const bounds = low === undefined && high === undefined ? '' : `, ${low ?? '…'} to ${high ?? '…'}`
  const normally = schema.default === undefined ? '' : `, normally ${JSON.stringify(schema.default)}`
  return `${type}${schema.format ? ` (${schema.format})` : ''}${bounds}${normally}`
}

const style = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
  main { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  nav { display: flex; flex-wrap: wrap; gap: .25rem .75rem; margin: 1rem 0 2rem }
  section { border-top: 1px solid color-mix(in srgb, currentColor 15%, transparent); padding: .25rem 0 }
  h3 { font-size: 1rem; font-weight: 400; margin: .5rem 0 } h3 b { display: inline-block; width: 4.5rem }
  table { border-collapse: collapse; font-size: .875rem; margin-bottom: .75rem }
  td { padding: .15rem 1.25rem .15rem 0; vertical-align: top; overflow-wrap: anywhere }`
