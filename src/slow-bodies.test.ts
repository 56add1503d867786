import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { get, host, post, request } from './testing/hostile/odd-requests/odd-request'
import { sendRaw } from './testing/hostile/raw-socket'
import { createServedWorld, type ServedWorld } from './testing/world/served-world'

let world: ServedWorld
let port: number
let bearer: string
beforeAll(async () => {
  world = await createServedWorld({ bodyPace: { graceMs: 200, bytesPerSecond: 2000 } })
  port = Number(new URL(world.url).port)
  bearer = `authorization: Bearer ${(await world.as(world.ana)).token}`
})
afterAll(() => world.stop())

const json = 'content-type: application/json'

test('answers a body that does not arrive with 408, and closes its connection', async () => {
  const form = 'content-type: multipart/form-data; boundary=b'
  const beginnings = [
    request('POST /auth/login HTTP/1.1', [host, json, 'content-length: 100'], '{"email":'),
    request('POST /auth/login HTTP/1.1', [host, json, 'content-length: 100']),
    request('POST /auth/login HTTP/1.1', [host, json, 'transfer-encoding: chunked'], '5\r\n{"ema\r\n'),
    request('POST /tags HTTP/1.1', [host, json, bearer, 'content-length: 50000'], '{"name":"x'),
    request('POST /schedules/media-upload HTTP/1.1', [host, form, bearer, 'content-length: 9000'], '--b\r\nContent-'),
    request(
      'POST /schedules/media-upload HTTP/1.1',
      [host, form, bearer, 'content-length: 9000'],
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    ),
  ]
  for (const bytes of beginnings) {
    const { statuses, text } = await sendRaw(port, bytes)
    expect(statuses).toEqual([408])
    expect(text).toMatch(/\r\nconnection: close\r\n/i)
    expect(text).toContain('"error":"ERR_REQUEST_TIMEOUT"')
  }
})

test('does so for a thousand at once, while answering others', async () => {
  const beginning = request('POST /auth/login HTTP/1.1', [host, json, 'content-length: 100'], '{')
  const slow = Array.from({ length: 1000 }, () => sendRaw(port, beginning))
  expect((await sendRaw(port, get('/version'))).statuses).toEqual([200])
  for (const { statuses } of await Promise.all(slow)) expect(statuses).toEqual([408])
  expect((await sendRaw(port, post('/auth/login', 'application/json', '{}'))).statuses).toEqual([400])
})

test('waits for a body that keeps arriving', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const length = 40_000
  const body = JSON.stringify({ name: 'Cliente lento', color: '#0b7285' }).padEnd(length)
  const socket = connect(port, '127.0.0.1')
  socket.on('data', (part) => resolve(part.toString()))
  socket.on('close', () => resolve('closed'))
  const began = performance.now()
  socket.write(request('POST /tags HTTP/1.1', [host, json, bearer, `content-length: ${length}`], body.slice(0, 20_000)))
  let sent = 20_000
  const timer = setInterval(() => {
    socket.write(body.slice(sent, (sent += 400)))
    if (sent >= length) clearInterval(timer)
  }, 10)
  expect((await promise).slice(0, 12)).toBe('HTTP/1.1 200')
  // Longer than the grace period, and with hardly a byte per interval.
  expect(performance.now() - began).toBeGreaterThan(400)
  socket.destroy()
})
