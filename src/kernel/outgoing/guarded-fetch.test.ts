import { describe, expect, test } from 'bun:test'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { loopback, reasonOf, receiversOfFile, withNames } from '../../testing/services/receiver/outgoing-calls'
import {
  always,
  ok,
  type Receiver,
  receiverCertificate,
  receiverKey,
} from '../../testing/services/receiver/raw-receiver'
import { OutgoingError } from './outgoing-error'

const start = receiversOfFile()
const closed = async (receiver: Receiver) => {
  const end = Date.now() + 10_000
  while (receiver.open() > 0 && Date.now() < end) await new Promise((resolve) => setImmediate(resolve))
  return receiver.open() === 0
}

describe('a call', () => {
  test('sends method, path, headers and body, and returns the response', async () => {
    const receiver = await start(ok('{"pong":"ção"}'))
    const response = await loopback(`${receiver.url}/hook?x=1`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Api-Key': 'k1' },
      body: '{"ping":"é"}',
    })
    expect(response).toMatchObject({ status: 200, url: `${receiver.url}/hook?x=1` })
    expect(response.text()).toBe('{"pong":"ção"}')
    expect(receiver.requests).toMatchObject([
      {
        line: 'POST /hook?x=1',
        body: '{"ping":"é"}',
        headers: {
          host: `127.0.0.1:${receiver.port}`,
          'content-type': 'application/json',
          'x-api-key': 'k1',
          'content-length': '13',
          'user-agent': 'Recado',
        },
      },
    ])
  })

  test('fails with the response when its status is not 2xx', async () => {
    const receiver = await start(always('HTTP/1.1 422 No\r\nContent-Length: 3\r\n\r\nwhy'))
    const failure = await loopback(receiver.url).catch((error: OutgoingError) => error)
    expect(failure).toMatchObject({ reason: 'status', response: { status: 422 } })
    expect((failure as OutgoingError).response?.text()).toBe('why')
  })

  test('ignores the proxy of the environment', async () => {
    const proxy = await start(ok('proxied'))
    const receiver = await start(ok('direct'))
    process.env['HTTP_PROXY'] = proxy.url
    try {
      expect((await loopback(receiver.url)).text()).toBe('direct')
    } finally {
      delete process.env['HTTP_PROXY']
    }
    expect(proxy.requests).toEqual([])
  })

  test('over TLS connects to the checked address and verifies the certificate against the given name', async () => {
    const receiver = await start(ok('sealed'), { tls: true })
    const names = { 'receiver.test': ['127.0.0.1'], 'other.test': ['127.0.0.1'] }
    const { call } = withNames(names, { ca: receiverCertificate })
    expect((await call(`https://receiver.test:${receiver.port}/`)).text()).toBe('sealed')
    expect(receiver.requests).toMatchObject([
      { serverName: 'receiver.test', headers: { host: `receiver.test:${receiver.port}` } },
    ])
    expect(await reasonOf(call(`https://other.test:${receiver.port}/`))).toBe('network')
    expect(await reasonOf(call(`https://127.0.0.1:${receiver.port}/`))).toBe('network')
    const untrusting = withNames(names)
    expect(await reasonOf(untrusting.call(`https://receiver.test:${receiver.port}/`))).toBe('network')
    expect(receiver.requests).toHaveLength(1)
  })
})

describe('a client certificate', () => {
  const client = { certificate: receiverCertificate, key: receiverKey }

  /** Rejects clients without a certificate; /on redirects to another port. */
  function startStrict(leadsTo = 0) {
    const server = createHttpsServer(
      {
        key: receiverKey,
        cert: receiverCertificate,
        ca: receiverCertificate,
        requestCert: true,
        rejectUnauthorized: true,
      },
      (request, response) => {
        const port = (server.address() as AddressInfo).port
        const [own, other] = [port, leadsTo].map((to) => `https://receiver.test:${to}/`)
        const location = { '/own': own, '/other': other }[request.url ?? '']
        if (location) response.writeHead(302, { location }).end()
        else response.end('known')
      },
    )
    return new Promise<{ port: number; stop(): void }>((resolve) =>
      server.listen(0, '127.0.0.1', () => {
        resolve({ port: (server.address() as AddressInfo).port, stop: () => void server.close() })
      }),
    )
  }

  test('is presented to the called origin, and to no other after a redirect', async () => {
    const other = await startStrict()
    const own = await startStrict(other.port)
    const { call } = withNames({ 'receiver.test': ['127.0.0.1'] }, { ca: receiverCertificate })
    const visit = (port: number, path: string, clientCertificate?: typeof client) =>
      reasonOf(call(`https://receiver.test:${port}${path}`, { ...(clientCertificate && { clientCertificate }) }))
    expect(await visit(own.port, '/', client)).toBe('answered')
    expect(await visit(other.port, '/', client)).toBe('answered')
    expect(await visit(own.port, '/own', client)).toBe('answered')
    expect(await visit(own.port, '/')).toBe('network')
    expect(await visit(own.port, '/other', client)).toBe('network')
    own.stop()
    other.stop()
  })
})

describe('a file', () => {
  const piece = new Uint8Array(1_000_000).fill(7)

  test('is read only as fast as the receiver takes it', async () => {
    const sockets: Socket[] = []
    const slow = createServer((socket) => void sockets.push(socket.pause()))
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
    let opened = 0
    let read = 0
    const body = {
      size: 100 * piece.length,
      async *open() {
        opened++
        for (; read < 100; read++) yield piece
      },
    }
    const { port } = slow.address() as AddressInfo
    const leaving = new AbortController()
    const { signal } = leaving
    const call = loopback(`http://127.0.0.1:${port}/`, { method: 'POST', body, requestBytesMax: body.size, signal })
    const end = Date.now() + 10_000
    while (read === 0 && Date.now() < end) await new Promise((resolve) => setImmediate(resolve))
    for (let turn = 0; turn < 500; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect([opened, read < 50]).toEqual([1, true])
    leaving.abort()
    await call.catch(() => 'left')
    for (const socket of sockets) socket.destroy()
    slow.close()
  })

  test('is sent with its length and written in pieces; errors and longer ones are not', async () => {
    const receiver = await start(ok('resposta'))
    const body = {
      size: 6,
      open: async function* () {
        yield* [Buffer.from('um '), Buffer.from('dois').subarray(0, 3)]
      },
    }
    const written: string[] = []
    const into = async (part: Uint8Array) => void written.push(new TextDecoder().decode(part))
    const answer = await loopback(receiver.url, { method: 'POST', body, into })
    expect(receiver.requests[0]).toMatchObject({ body: 'um doi', headers: { 'content-length': '6' } })
    expect([answer.status, answer.body.length, written.join('')]).toEqual([200, 0, 'resposta'])
    expect(await reasonOf(loopback(receiver.url, { into, responseBytesMax: 7 }))).toBe('tooLarge 200')
    expect((await loopback(receiver.url, { responseBytesMax: 8 })).text()).toBe('resposta')
    const failing = await start(always('HTTP/1.1 404 No\r\nContent-Length: 4\r\n\r\ngone'))
    const failure = await loopback(failing.url, { into }).catch((error: OutgoingError) => error)
    expect((failure as OutgoingError).response?.text()).toBe('gone')
    const packed = await start(always('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nzzzz'))
    expect(await reasonOf(loopback(packed.url, { into }))).toBe('network')
    expect(written.join('')).toBe('resposta')
  })
})

describe('the request', () => {
  test('cannot add a header to the protocol or change a reserved one', async () => {
    const receiver = await start(ok('ok'))
    const refused: Record<string, string>[] = [
      ...['a\r\nX-Admin: 1', 'a\nb', 'a\rb', 'a\0b', 'a\x7fb', '日本', 'a'.repeat(8193)].map((value) => ({
        'x-a': value,
      })),
      ...['x a', 'x:a', 'x\r\ny', '', 'é', 'x'.repeat(101)].map((name) => ({ [name]: 'a' })),
      ...[
        'Host',
        'Connection',
        'Content-Length',
        'TRANSFER-ENCODING',
        'Upgrade',
        'TE',
        'Expect',
        'Proxy-Authorization',
      ].map((name) => ({ [name]: '1' })),
      Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`x-${index}`, 'a'])),
    ]
    for (const headers of refused) {
      const name = JSON.stringify(headers).slice(0, 60)
      expect([name, await reasonOf(loopback(receiver.url, { headers }))]).toEqual([name, 'refusedHeader'])
    }
    expect(receiver.connections()).toBe(0)
    const most = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x-${index}`, 'a']))
    expect(await reasonOf(loopback(receiver.url, { headers: most }))).toBe('answered')
  })

  test('is limited in size', async () => {
    const receiver = await start(ok('ok'))
    const post = (body: string) => reasonOf(loopback(receiver.url, { method: 'POST', body, requestBytesMax: 10 }))
    expect([await post('é'.repeat(5)), await post('é'.repeat(6))]).toEqual(['answered', 'tooLarge'])
    expect(receiver.requests).toHaveLength(1)
  })

  test('can be aborted by the caller', async () => {
    const receiver = await start(() => {})
    const controller = new AbortController()
    const call = loopback(receiver.url, { signal: controller.signal })
    const reason = new Error('no longer needed')
    const outcome = call.catch((error: unknown) => error)
    while (receiver.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))
    controller.abort(reason)
    expect(await outcome).toBe(reason)
    expect(await closed(receiver)).toBe(true)
    expect(await loopback(receiver.url, { signal: controller.signal }).catch((error: unknown) => error)).toBe(reason)
    expect(receiver.connections()).toBe(1)
  })
})
