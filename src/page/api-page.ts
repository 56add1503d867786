import { policyEnd } from '../kernel/http/answer-headers'
import type { JsonSchema } from '@valibot/to-json-schema'
import type { ApiDocument } from './describe-calls'

type ApiCall = ApiDocument['paths'][string][string]

const methods = ['get', 'post', 'put', 'delete']
const escape = (text: unknown) => Bun.escapeHTML(String(text))

/** Groups calls by the first path segment. Without scripts. */
export function renderApiPage(document: ApiDocument): string {
  const groups = groupCalls(document)
  const menu = [...groups.keys()].map((name) => `<a href="#${escape(name)}">${escape(name)}</a>`).join(' ')
  const sections = [...groups].map(([name, calls]) => `<h2 id="${escape(name)}">${escape(name)}</h2>${calls.join('')}`)
  const views = Object.entries(document.components.schemas).map(([name, schema]) => renderView(name, schema))
  const { title, version, description } = document.info
  const body = `<h1>${escape(title)} ${escape(version)}</h1><p>${escape(description)} The same as
    <a href="/openapi/json">OpenAPI</a>.</p><nav>${menu}</nav>${sections.join('')}<h2>Answers</h2>${views.join('')}`
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>${escape(title)} API</title><style>${style}</style><main>${body}</main></html>`
}

export function apiPageAnswer(html: string): Response {
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; object-src 'none'; ${policyEnd}`,
      'x-content-type-options': 'nosniff',
    },
  })
}

function groupCalls({ paths }: ApiDocument) {
  const groups = new Map<string, string[]>()
  for (const [path, calls] of Object.entries(paths)) {
    for (const method of methods) {
      const call = calls[method]
      if (!call) continue
      const [name = ''] = call.tags
      groups.set(name, [...(groups.get(name) ?? []), renderCall(method, path, call)])
    }
  }
  return groups
}

function renderCall(method: string, path: string, { parameters = [], requestBody, responses, security }: ApiCall) {
  const rows = parameters.map(({ name, in: location, required, schema }) => renderRow(name, location, required, schema))
  const body = Object.values(requestBody?.content ?? {})[0]?.schema
  const answer = responses[200]
  const access = security ? ' <i>without signing in</i>' : ''
  const shown = answer && 'content' in answer ? Object.values(answer.content)[0]?.schema : undefined
  return `<section><h3><b>${method.toUpperCase()}</b> <code>${escape(path)}</code>${access}</h3>
    <table>${rows.join('')}${renderFields('body', body)}${renderAnswer(shown)}</table></section>`
}

function renderAnswer(schema: JsonSchema | undefined) {
  if (schema?.properties) return renderFields('answer', schema)
  return `<tr><td></td><td>answer</td><td></td><td>${describeType(schema)}</td></tr>`
}

function renderFields(location: string, schema: JsonSchema | undefined) {
  const fields = Object.entries(schema?.properties ?? {}) as [string, JsonSchema][]
  return fields
    .map(([name, field]) => renderRow(name, location, schema?.required?.includes(name) ?? false, field))
    .join('')
}

function renderView(name: string, schema: JsonSchema) {
  const fields = schema.properties ? renderFields('', schema) : renderAnswer(schema)
  return `<section id="${escape(name)}"><h3><code>${escape(name)}</code></h3><table>${fields}</table></section>`
}

function renderRow(name: string, location: string, required: boolean, schema: JsonSchema | undefined) {
  const must = required ? 'required' : 'optional'
  return `<tr><td><code>${escape(name)}</code></td><td>${location}</td><td>${must}</td><td>${describeType(schema)}</td></tr>`
}

function describeType(schema: JsonSchema | undefined): string {
  if (!schema) return ''
  if (schema.$ref) return linkTo(schema.$ref.split('/').at(-1) ?? '')
  if (schema.enum) return schema.enum.map(asCode).join(' | ')
  if (schema.const !== undefined) return asCode(schema.const)
  const choices = schema.anyOf as JsonSchema[] | undefined
  if (choices) return [...new Set(choices.map(describeType))].join(' | ')
  if (schema.properties) return describeObject(schema)
  const low = schema.minLength ?? schema.minimum
  const high = schema.maxLength ?? schema.maximum
  const bounds = low === undefined && high === undefined ? '' : `, ${low ?? '…'} to ${high ?? '…'}`
  const normally = schema.default === undefined ? '' : `, normally ${asCode(schema.default)}`
  return `${typeName(schema)}${schema.format ? ` (${escape(schema.format)})` : ''}${bounds}${normally}`
}

function typeName({ items, type }: JsonSchema) {
  if (items) return `list of ${describeType(items as JsonSchema)}`
  return escape([type ?? 'any'].flat().join(' | '))
}

function describeObject({ properties = {}, required = [] }: JsonSchema) {
  const fields = Object.entries(properties) as [string, JsonSchema][]
  const parts = fields.map(
    ([name, field]) => `${escape(name)}${required.includes(name) ? '' : '?'}: ${describeType(field)}`,
  )
  return `{ ${parts.join(', ')} }`
}

const linkTo = (name: string) => `<a href="#${escape(name)}">${escape(name)}</a>`
const asCode = (value: unknown) => escape(JSON.stringify(value))

const style = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
  main { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  nav { display: flex; flex-wrap: wrap; gap: .25rem .75rem; margin: 1rem 0 2rem }
  section { border-top: 1px solid color-mix(in srgb, currentColor 15%, transparent); padding: .25rem 0 }
  h3 { font-size: 1rem; font-weight: 400; margin: .5rem 0 } h3 b { display: inline-block; width: 4.5rem }
  table { border-collapse: collapse; font-size: .875rem; margin-bottom: .75rem }
  td { padding: .15rem 1.25rem .15rem 0; vertical-align: top; overflow-wrap: anywhere }`
