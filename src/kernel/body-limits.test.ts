import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createServedWorld, type ServedWorld } from '../testing/served-world'

let world: ServedWorld
let authorization: string
beforeAll(async () => {
  world = await createServedWorld()
  authorization = `Bearer ${(await world.as(world.ana)).token}`
})
afterAll(() => world.stop())

/** Sent without saying how much will come, as a program does that writes while it makes. */
function stream(text: string, times: number) {
  return new ReadableStream({
    type: 'direct',
    async pull(controller: ReadableStreamDirectController) {
      for (let i = 0; i < times; i++) controller.write(text)
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

test('a body of 50 MB is refused; what is sent in pieces is read up to the same bound', async () => {
  expect(await send('/tags', JSON.stringify({ name: 'x'.repeat(50_000_000) }), json)).toEqual([
    413,
    'ERR_REQUEST_TOO_LARGE',
  ])
  expect(await send('/tags', stream('x'.repeat(100_000), 100), json)).toEqual([413, 'ERR_REQUEST_TOO_LARGE'])
  expect(await send('/tags', stream('{"name":"Cliente novo","color":"#0b7285"}', 1), json)).toEqual([200, undefined])
})

test('files are taken from people we know alone', async () => {
  const form = new FormData()
  form.set('profileImage', new File([new Uint8Array(2_000_000)], 'a.png', { type: 'image/png' }))
  expect(await send('/users/1/media-upload', form)).toEqual([400, 'ERR_INVALID_INPUT'])
  expect(await send('/users/1/media-upload', form, { authorization: 'Bearer none' })).toEqual([
    413,
    'ERR_REQUEST_TOO_LARGE',
  ])
})
