import { afterAll, beforeAll, expect, test } from 'bun:test'
import { fillPath, realPath, sampleOf, type Schema } from './testing/hostile/api-calls'
import {
  createHostileRequests,
  json,
  type HostileRequests,
  type LabelledRequest,
} from './testing/hostile/hostile-requests'

let hostile: HostileRequests
beforeAll(async () => {
  hostile = await createHostileRequests()
})
afterAll(() => hostile.world.stop())

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

/** Yields wrong values, and the value once per field and wrong value of it, in nested objects and lists as well. */
function* broken(schema: Schema, value: unknown): Generator<unknown> {
  yield* wrong
  yield* brokenFields(schema, value)
}

function* brokenFields(schema: Schema, value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const { [name]: given, ...rest } = value as Record<string, unknown>
    yield rest
    for (const bad of wrong) yield { ...rest, [name]: bad }
    for (const bad of brokenFields(inner, given)) yield { ...rest, [name]: bad }
    if (!Array.isArray(given)) continue
    for (const bad of broken(inner.items ?? {}, given[0])) yield { ...rest, [name]: [bad] }
  }
}

test('no value in a body causes a server error', async () => {
  const problems: string[] = []
  for (const { method, path, name, body } of hostile.swept) {
    if (!body) continue
    await hostile.signIn()
    const requests = [...broken(body, sampleOf(body))].map((value): LabelledRequest => [
      `${name} ${JSON.stringify(value)?.slice(0, 80)}`,
      { method, path: realPath(path), ...json(value) },
    ])
    problems.push(...(await hostile.problemsOf(requests)))
  }
  expect(problems).toEqual([])
}, 300_000)

test('no path parameter causes a server error', async () => {
  const values = ['0', '-1', '1.5', '9007199254740993', '99999999999999999999', '1e5', '0x1', 'NaN', 'undefined']
  const texts = ["1'--", '%00', '%E0%A4%A', '%FF', '..%2F..%2Fetc%2Fpasswd', '%F0%9F%91%8D', 'a'.repeat(5000), '%20']
  const problems: string[] = []
  for (const { method, path, name, body } of hostile.swept) {
    if (!path.includes('{')) continue
    await hostile.signIn()
    const given = body ? json(sampleOf(body)) : {}
    const requests = [...values, ...texts].map((value): LabelledRequest => [
      `${name} with ${value.slice(0, 40)}`,
      { method, path: fillPath(path, () => value), ...given },
    ])
    problems.push(...(await hostile.problemsOf(requests)))
  }
  expect(problems).toEqual([])
}, 300_000)

/** Each of its answers takes a worker, so fields that a list beside it has are tried with few values. */
const writesFile = (path: string) => /\/(export|sample)$/.test(path)

const isListedBeside = (path: string, field: string) =>
  hostile.swept.some(
    (other) =>
      other.method === 'GET' &&
      !writesFile(other.path) &&
      other.path.split('/')[1] === path.split('/')[1] &&
      field in other.query,
  )

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
  for (const { method, path, name, query } of hostile.swept) {
    if (method !== 'GET') continue
    await hostile.signIn()
    const isFile = writesFile(path)
    const known = Object.keys(query)
    const few = known.filter((field) => isFile && isListedBeside(path, field))
    const whole = known.filter((field) => !few.includes(field))
    // A value that nobody reads is only decoded, at all calls alike.
    const unread = isFile ? ['unheardOf'] : ['unheardOf', '__proto__']
    const requests = [
      ...few.flatMap((field) => [`${field}=x`, `${field}=%00%27%22abc--`]),
      ...(known.length > 0 ? whole : unread).flatMap((field) => values.map((value) => `${field}=${value}`)),
      ...[...whole, ...unread].flatMap((field) => [
        `${field}=%FF`,
        `${field}=1&${field}=2`,
        `${field}[]=1&${field}[x]=2`,
        Array.from({ length: 300 }, () => `${field}=1`).join('&'),
      ]),
    ]
    problems.push(
      ...(await hostile.problemsOf(
        requests.map((question): LabelledRequest => [
          `${name}?${question.slice(0, 60)}`,
          { method, path: `${realPath(path)}?${question}` },
        ]),
      )),
    )
  }
  expect(problems).toEqual([])
}, 300_000)

test('every call validates dates in its query', async () => {
  const isDate = (name: string) => /date|updatedAt/i.test(name)
  const requested = hostile.swept
    .filter(({ method, path }) => method === 'GET' && !path.startsWith('/api/'))
    .map(({ path, query, name }) => ({ path, name, fields: Object.keys(query).filter(isDate) }))
  expect(requested.flatMap(({ fields }) => fields).length).toBeGreaterThanOrEqual(14)
  await hostile.signIn()
  const wrongly: string[] = []
  const get = (path: string, query: Record<string, string>) =>
    hostile.send({ method: 'GET', path: `${realPath(path)}?${new URLSearchParams(query)}` })
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

test('sign-in and public calls answer malformed input without a server error', async () => {
  const login = hostile.calls.find(({ name }) => name === 'POST /auth/login')?.body ?? {}
  const problems = await hostile.problemsOf(
    [...broken(login, sampleOf(login))].map((value): LabelledRequest => [
      `login ${JSON.stringify(value)?.slice(0, 80)}`,
      { method: 'POST', path: '/auth/login', ...json(value) },
    ]),
  )
  expect(problems).toEqual([])
})
