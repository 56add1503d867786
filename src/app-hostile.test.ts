import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  type ApiCall,
  fillPath,
  readApiCalls,
  realPath,
  sampleOf,
  type Schema,
  withoutSigning,
} from './testing/api-calls'
import { messageEvent, receive } from './testing/inbound'
import { createWorld, type World } from './testing/world'
import { acceptTicket } from './ticket/assignment/accept-ticket'

let world: World
let calls: ApiCall[]
const token = { text: '' }
beforeAll(async () => {
  world = await createWorld()
  receive(world, 1, messageEvent({ text: 'Olá' }))
  acceptTicket(world.ctxAs(world.ana), 1, { queueId: 1 })
  calls = await readApiCalls(world.app)
})
afterAll(() => world.stop())

/** Signs Sofia in again before each call, because an earlier call may have changed what she may do. */
async function signIn() {
  token.text = (await world.as(world.sofia)).token ?? ''
}

const slowMs = 2000

interface Raw {
  method: string
  path: string
  body?: BodyInit
  headers?: Record<string, string>
}

/**
 * Returns what is wrong with an answer to invalid input: a 5xx, a body without our error shape, or too slow an answer.
 * Undefined if nothing is.
 */
async function problemOf({ method, path, body, headers = {} }: Raw): Promise<string | undefined> {
  const began = performance.now()
  const request = new Request(`http://localhost${path}`, {
    method,
    headers: { accept: 'application/json', authorization: `Bearer ${token.text}`, ...headers },
    ...(body === undefined || method === 'GET' ? {} : { body }),
  })
  const response = await world.app.handle(request)
  const text = await response.text()
  const ms = performance.now() - began
  if (ms > slowMs) return `took ${Math.round(ms)} ms`
  if (response.status < 400) return undefined
  if (response.status >= 500) return `${response.status} ${text.slice(0, 100)}`
  return shapeProblem(text)
}

function shapeProblem(text: string) {
  try {
    const { error, message, fields = {} } = JSON.parse(text)
    const isShaped = /^ERR_[A-Z_]+$/.test(error) && typeof message === 'string' && typeof fields === 'object'
    const areWords = Object.values(fields).every((word) => typeof word === 'string')
    return isShaped && areWords ? undefined : `in no shape: ${text.slice(0, 200)}`
  } catch {
    return `no JSON: ${text.slice(0, 200)}`
  }
}

const json = (value: unknown) => ({ body: JSON.stringify(value), headers: { 'content-type': 'application/json' } })
const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const huge = 'ã'.repeat(70_000)

const wrong: unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  9007199254740993,
  '',
  'x',
  '\u0000',
  '\ud800',
  '‮١٢٣👩‍👩‍👧',
  "1' OR '1'='1",
  huge,
  [],
  [[1]],
  ['x', null],
  {},
  { $ne: 1 },
  { __proto__: 1, constructor: 1, length: -1 },
]

/** Yields the body once per field, with that field replaced by a wrong value. */
function* broken(schema: Schema, value: unknown): Generator<unknown> {
  yield* wrong
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const { [name]: _, ...rest } = value as Record<string, unknown>
    yield rest
    const isNested = inner.type === 'object' || inner.type === 'array'
    for (const bad of isNested ? broken(inner.items ?? inner, (rest as never)[name]) : wrong) {
      yield { ...rest, [name]: inner.type === 'array' ? [bad] : bad }
    }
    for (const bad of wrong) yield { ...rest, [name]: bad }
  }
}

const sweep = () => withoutSigning(calls)

async function problemsOf(requests: Iterable<[label: string, raw: Raw]>) {
  const problems = new Set<string>()
  for (const [label, raw] of requests) {
    const problem = await problemOf(raw)
    if (problem) problems.add(`${label}: ${problem}`)
  }
  return [...problems]
}

test('no value in a body causes a server error', async () => {
  const problems: string[] = []
  for (const { method, path, name, body } of sweep()) {
    if (!body) continue
    await signIn()
    const requests = [...broken(body, sampleOf(body))].map((value): [string, Raw] => [
      `${name} ${JSON.stringify(value)?.slice(0, 80)}`,
      { method, path: realPath(path), ...json(value) },
    ])
    problems.push(...(await problemsOf(requests)))
  }
  expect(problems).toEqual([])
}, 300_000)

test('no path parameter causes a server error', async () => {
  const values = ['0', '-1', '1.5', '9007199254740993', '99999999999999999999', '1e5', '0x1', 'NaN', 'undefined']
  const texts = ["1'--", '%00', '%E0%A4%A', '%FF', '..%2F..%2Fetc%2Fpasswd', '%F0%9F%91%8D', 'a'.repeat(5000), '%20']
  const problems: string[] = []
  for (const { method, path, name, body } of sweep()) {
    if (!path.includes('{')) continue
    await signIn()
    const given = body ? json(sampleOf(body)) : {}
    const requests = [...values, ...texts].map((value): [string, Raw] => [
      `${name} with ${value.slice(0, 40)}`,
      { method, path: fillPath(path, () => value), ...given },
    ])
    problems.push(...(await problemsOf(requests)))
  }
  expect(problems).toEqual([])
}, 300_000)

test('no query causes a server error', async () => {
  const values = [
    '',
    'x',
    '-1',
    '1e99',
    '[1,',
    '["x"]',
    '{}',
    '%00',
    '%00%27%22abc--',
    '%FF',
    '%',
    'null',
    encodeURIComponent(huge.slice(0, 5000)),
  ]
  const problems: string[] = []
  for (const { method, path, name, query } of sweep()) {
    if (method !== 'GET') continue
    await signIn()
    const names = [...Object.keys(query), 'unheardOf', '__proto__']
    const requests = names.flatMap((field) => [
      ...values.map((value) => `${field}=${value}`),
      `${field}=1&${field}=2`,
      `${field}[]=1&${field}[x]=2`,
      Array.from({ length: 300 }, () => `${field}=1`).join('&'),
    ])
    problems.push(
      ...(await problemsOf(
        requests.map((question): [string, Raw] => [
          `${name}?${question.slice(0, 60)}`,
          { method, path: `${realPath(path)}?${question}` },
        ]),
      )),
    )
  }
  expect(problems).toEqual([])
}, 300_000)

test('refuses a body of the wrong type', async () => {
  const form = new FormData()
  form.set('body', 'x')
  form.append('medias', new File([], ''))
  const kinds: [string, Pick<Raw, 'body' | 'headers'>][] = [
    ['no body', {}],
    ['no kind', { body: new Blob(['{}']) }],
    ['broken JSON', { body: '{"a":', headers: { 'content-type': 'application/json' } }],
    ['deep JSON', { body: deep(100_000), headers: { 'content-type': 'application/json' } }],
    [
      'deep object',
      { body: '{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000), headers: { 'content-type': 'application/json' } },
    ],
    ['text', { body: 'hello', headers: { 'content-type': 'text/plain' } }],
    ['XML', { body: '<a/>', headers: { 'content-type': 'application/xml' } }],
    ['form', { body: 'a=1&a=2&__proto__=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['multipart', { body: form }],
    ['multipart without a boundary', { body: 'x', headers: { 'content-type': 'multipart/form-data' } }],
    [
      'multipart that ends early',
      { body: '--b\r\nContent-', headers: { 'content-type': 'multipart/form-data; boundary=b' } },
    ],
    ['bytes', { body: new Uint8Array(1000).fill(255), headers: { 'content-type': 'application/octet-stream' } }],
    ['nonsense kind', { body: 'x', headers: { 'content-type': ';;;' } }],
  ]
  const problems: string[] = []
  for (const { method, path, name } of sweep()) {
    if (method === 'GET') continue
    // Deleting and restarting need no body, so a real id would be deleted by the first request.
    const given = method === 'DELETE' ? fillPath(path, () => '999999') : realPath(path)
    await signIn()
    problems.push(
      ...(await problemsOf(
        kinds.map(([kind, part]): [string, Raw] => [`${name} ${kind}`, { method, path: given, ...part }]),
      )),
    )
  }
  expect(problems).toEqual([])
}, 300_000)

test('refuses a JSON list as a body', async () => {
  const taken: string[] = []
  await signIn()
  for (const { method, path, body, name } of sweep()) {
    if (!body) continue
    for (const list of [[], [{}], [1]]) {
      const { status } = await world.app.handle(
        new Request(`http://localhost${realPath(path)}`, {
          method,
          body: JSON.stringify(list),
          headers: { authorization: `Bearer ${token.text}`, 'content-type': 'application/json' },
        }),
      )
      if (status !== 400) taken.push(`${name} ${JSON.stringify(list)} ${status}`)
    }
  }
  expect(taken).toEqual([])
})

test('every call validates dates in its query', async () => {
  const isDate = (name: string) => /date|updatedAt/i.test(name)
  const requested = sweep()
    .filter(({ method }) => method === 'GET')
    .map(({ path, query, name }) => ({ path, name, fields: Object.keys(query).filter(isDate) }))
  expect(requested.flatMap(({ fields }) => fields).length).toBeGreaterThanOrEqual(14)
  await signIn()
  const wrongly: string[] = []
  const get = (path: string, query: Record<string, string>) =>
    world.app.handle(
      new Request(`http://localhost${realPath(path)}?${new URLSearchParams(query)}`, {
        headers: { authorization: `Bearer ${token.text}` },
      }),
    )
  const noDates = ["2026-11-21'--", '2026-11-21T', '2026-11-21T25:00', '2026-11-21 x', '2026-02-30', '21/11/2026']
  for (const { path, name, fields: dates } of requested) {
    for (const [field, text] of dates.flatMap((date) => noDates.map((noDate) => [date, noDate] as const))) {
      const answer = await get(path, { [field]: text })
      const { fields } = (await answer.json()) as { fields?: Record<string, string> }
      if (answer.status !== 400 || fields?.[field] !== 'date') wrongly.push(`${name} ${field}=${text} ${answer.status}`)
    }
    for (const text of ['2026-11-21', '2026-11-21T03:00:00.000Z', '']) {
      const answer = await get(path, Object.fromEntries(dates.map((field) => [field, text])))
      // An export continues until it is read, and only one runs at a time.
      await answer.arrayBuffer()
      if (dates.length > 0 && answer.status !== 200) wrongly.push(`${name} ${text} ${answer.status}`)
    }
  }
  expect(wrongly).toEqual([])
})

test('refuses what is too large before reading it', async () => {
  await signIn()
  const upload = { method: 'POST', path: '/users/1/media-upload' }
  const kinds: [string, Raw, number][] = [
    ['JSON', { method: 'POST', path: '/tags', headers: { 'content-type': 'application/json' } }, 413],
    ['text', { method: 'POST', path: '/tags', headers: { 'content-type': 'text/plain' } }, 413],
    ['a form of ours', { ...upload, headers: { 'content-type': 'multipart/form-data; boundary=b' } }, 400],
    [
      'a form of a stranger',
      { ...upload, headers: { 'content-type': 'multipart/form-data; boundary=b', authorization: 'Bearer x' } },
      403,
    ],
  ]
  for (const [kind, { method, path, headers }, status] of kinds) {
    const init = {
      method,
      body: 'x',
      headers: { authorization: `Bearer ${token.text}`, ...headers, 'content-length': String(50 * 1024 * 1024) },
    }
    const response = await world.app.handle(new Request(`http://localhost${path}`, init))
    expect([kind, response.status, shapeProblem(await response.text())]).toEqual([kind, status, undefined])
  }
})

test('sign-in and public calls answer malformed input without a server error', async () => {
  const login = calls.find(({ name }) => name === 'POST /auth/login')?.body ?? {}
  const problems = await problemsOf(
    [...broken(login, sampleOf(login))].map((value): [string, Raw] => [
      `login ${JSON.stringify(value)?.slice(0, 80)}`,
      { method: 'POST', path: '/auth/login', ...json(value) },
    ]),
  )
  expect(problems).toEqual([])
})
