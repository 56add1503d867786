import type { createApp } from '../../app'

export interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  minLength?: number
  minimum?: number
  format?: string
  pattern?: string
  default?: unknown
}

export interface ApiCall {
  method: string
  path: string
  name: string
  query: Record<string, Schema>
  body: Schema | undefined
}

interface Described {
  parameters?: { name: string; in: string; schema?: Schema }[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
}

export async function readApiCalls(app: Pick<ReturnType<typeof createApp>, 'handle'>): Promise<ApiCall[]> {
  const answer = await app.handle(new Request('http://localhost/openapi/json'))
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, Described>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      name: `${method.toUpperCase()} ${path}`,
      query: Object.fromEntries(
        parameters.flatMap(({ name, in: place, schema }) => (place === 'query' ? [[name, schema ?? {}]] : [])),
      ),
      body: (requestBody?.content?.['application/json'] ?? requestBody?.content?.['multipart/form-data'])?.schema,
    })),
  )
}

export function fillPath(path: string, valueOf: (name: string) => string) {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => valueOf(name))
}

/** Returns a value that satisfies the schema, as far as a schema can tell. */
export function sampleOf(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sampleOf(schema.anyOf.at(-1) ?? {})
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object') return sampleObject(schema)
  if (type === 'array') return [sampleOf(schema.items ?? {})]
  if (type === 'boolean') return true
  if (type === 'number' || type === 'integer') return Math.max(1, schema.minimum ?? 1)
  if (type === 'string') return sampleText(schema)
  return schema.default ?? 'x'
}

/** Omits an optional password, because hashing it costs more than everything else. */
function sampleObject({ properties = {}, required = [] }: Schema) {
  const named = Object.entries(properties).filter(([name]) => name !== 'password' || required.includes(name))
  return Object.fromEntries(named.map(([name, schema]) => [name, sampleOf(schema)]))
}

function sampleText({ format, pattern, minLength = 1 }: Schema) {
  if (format === 'email') return 'someone@acme.test'
  if (pattern?.startsWith('^#')) return '#0b7285'
  if (pattern?.includes('[01]')) return '08:00'
  return '5'.repeat(Math.max(8, minLength))
}

/** These would end the session that tests all other calls. */
const signing = new Set(['DELETE /auth/logout', 'POST /auth/login', 'POST /auth/signup'])
export const withoutSigning = (calls: readonly ApiCall[]) => calls.filter(({ name }) => !signing.has(name))

/** Returns an existing record. For companies the other one, because the super user's own would be disabled. */
export function realPath(path: string) {
  if (path.startsWith('/media')) return '/media/2026-01-abcdefghijklmnopqrstuvwx'
  return fillPath(path, (name) => (name === 'key' ? 'userCreation' : path.startsWith('/companies') ? '2' : '1'))
}
