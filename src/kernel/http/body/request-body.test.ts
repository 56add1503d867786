import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createServedWorld, type ServedWorld } from '../../../testing/world/served-world'
import { formOf } from '../../../testing/world/form-of'
import { jsonBytesMax, jsonValuesMax } from './body-limits'

let world: ServedWorld
let authorization: string
beforeAll(async () => {
  world = await createServedWorld()
  authorization = `Bearer ${(await world.as(world.ana)).token}`
})
afterAll(() => world.stop())

/** Without a content length, as clients send generated bodies. */
function stream(text: string, times: number) {
  return new ReadableStream({
    type: 'direct',
    async pull(controller: ReadableStreamDirectController) {
      for (let i = 0; i < times; i++) await controller.write(text)
      await controller.flush()
      controller.close()
    },
  } as never)
}

async function send(path: string, body: BodyInit, headers: Record<string, string> = {}) {
  const answer = await fetch(world.url + path, { method: 'POST', body, headers: { authorization, ...headers } })
  return [answer.status, ((await answer.json()) as { error?: string }).error]
}

const json = { 'content-type': 'application/json' }

test('refuses a body of 50 MB, and reads a chunked one up to the same limit', async () => {
  expect(await send('/tags', JSON.stringify({ name: 'x'.repeat(50_000_000) }), json)).toEqual([
    413,
    'ERR_REQUEST_TOO_LARGE',
  ])
  expect(await send('/tags', stream('x'.repeat(100_000), 100), json)).toEqual([413, 'ERR_REQUEST_TOO_LARGE'])
  expect(await send('/tags', stream('{"name":"Cliente novo","color":"#0b7285"}', 1), json)).toEqual([200, undefined])
})

test('accepts files from authenticated callers only', async () => {
  const form = formOf({ profileImage: new File([new Uint8Array(2_000_000)], 'a.png', { type: 'image/png' }) })
  expect(await send('/users/1/media-upload', form)).toEqual([400, 'ERR_INVALID_INPUT'])
  // The code tells a client to repeat the upload with a new token.
  const strangers = [
    ['Bearer none', 403, 'ERR_SESSION_EXPIRED'],
    ['', 401, 'ERR_UNAUTHORIZED'],
  ] as const
  for (const [given, status, error] of strangers) {
    expect(await send('/users/1/media-upload', form, { authorization: given })).toEqual([status, error])
    expect(
      await send('/tags', JSON.stringify({ name: 'x'.repeat(20_000) }), { ...json, authorization: given }),
    ).toEqual([status, error])
  }
})

test('limits the depth and number of JSON values, and refuses prototypes', async () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  const ones = (count: number) => JSON.stringify(Array.from({ length: count }, () => 1))
  const wrong = [
    [`{"name":"Cliente","color":"#0b7285","x":${nested(65)}}`, 'tooDeep'],
    [`{"name":"Cliente","color":"#0b7285","x":${ones(jsonValuesMax - 2)}}`, 'tooMany'],
    [`{"name":"Cliente","color":"#0b7285","x":[${'1,'.repeat(12_000)}1]}`, 'tooMany'],
    ['[{"name":"Cliente","color":"#0b7285"}]', 'invalid'],
    ['{"name":"Cliente', 'invalid'],
    [`{${Array.from({ length: 3000 }, (_, i) => `"${i}":[[],[],[]]`).join(',')}}`, 'tooMany'],
    ['{"name":"Cliente","color":"#0b7285","__proto__":{"a":1}}', 'invalid'],
    ['{"name":"Cliente","color":"#0b7285","x":[{"__proto__":1}]}', 'invalid'],
  ] as const
  for (const [body, word] of wrong) {
    const answer = await fetch(`${world.url}/tags`, { method: 'POST', body, headers: { authorization, ...json } })
    expect([answer.status, await answer.json()]).toMatchObject([400, { fields: { body: word } }])
  }
  for (const [name, x] of [
    ['Fundo', nested(64)],
    ['Muitos', ones(jsonValuesMax - 3)],
    ['Colchetes', JSON.stringify(`\\"${'['.repeat(70)}\\`)],
  ]) {
    expect(await send('/tags', `{"name":"${name}","color":"#0b7285","x":${x}}`, json)).toEqual([200, undefined])
  }
  for (const body of ['null', '5']) expect(await send('/tags', body, json)).toEqual([400, 'ERR_INVALID_INPUT'])
})

test('accepts JSON, and forms where a call declares files; refuses anything else', async () => {
  const body = '{"name":"Cliente","color":"#0b7285"}'
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream', 'text/html']) {
    expect(await send('/tags', body, { 'content-type': type })).toEqual([415, 'ERR_JSON_ONLY'])
  }
  const form = formOf({ name: 'Cliente' })
  expect(await send('/tags', form)).toEqual([415, 'ERR_JSON_ONLY'])
})

test('a route accepts as much JSON as it declares', async () => {
  const text = (length: number) => JSON.stringify({ name: 'x'.repeat(length) })
  const around = text(0).length
  expect(await send('/tags', text(jsonBytesMax - around), json)).toEqual([400, 'ERR_INVALID_INPUT'])
  expect(await send('/tags', text(jsonBytesMax - around + 1), json)).toEqual([413, 'ERR_REQUEST_TOO_LARGE'])
  // The longest message, in characters of three bytes.
  const long = JSON.stringify({ body: '語'.repeat(65_536) })
  expect(await send('/messages/999', long, json)).toEqual([404, 'ERR_NO_TICKET_FOUND'])
  expect(await send('/messages/999', JSON.stringify({ body: 'x'.repeat(300_000) }), json)).toEqual([
    413,
    'ERR_REQUEST_TOO_LARGE',
  ])
})
