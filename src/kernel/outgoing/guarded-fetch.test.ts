import { describe, expect, test } from 'bun:test'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { loopback, reasonOf, receiversOfFile, withNames } from '../../testing/services/receiver/outgoing-calls'
import {
  always,
  ok,
  type Receiver,
  receiverCertificate,
  receiverKey,
} from '../../testing/services/receiver/raw-receiver'
import { createOutgoingCalls } from './guarded-fetch'
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

test('limits concurrent calls of a company; others wait in order within their timeout', async () => {
  const answers: (() => void)[] = []
  const receiver = await start((socket, request) => void answers.push(() => ok(request.line)(socket, request)))
  const call = createOutgoingCalls({ allow: ['127.0.0.1'], slots: { perKind: 0, shared: 6, waitingMax: 9 } }).of(
    1,
    'ai',
  )
  const running = ['a', 'b'].map((name) => call(`${receiver.url}/${name}`))
  while (receiver.requests.length < 2) await new Promise((resolve) => setImmediate(resolve))
  const leaving = new AbortController()
  const left = call(`${receiver.url}/left`, { signal: leaving.signal }).catch(() => 'left')
  expect(await reasonOf(call(`${receiver.url}/late`, { timeoutMs: 50 }))).toBe('timeout')
  const waiting = ['c', 'd'].map((name) => call(`${receiver.url}/${name}`))
  leaving.abort()
  expect(await left).toBe('left')
  expect(receiver.requests.map(({ line }) => line).toSorted()).toEqual(['GET /a', 'GET /b'])
  const all = Promise.all([...running, ...waiting])
  const end = Date.now() + 10_000
  for (let answered = 0; answered < 4 && Date.now() < end; await new Promise((resolve) => setImmediate(resolve))) {
    const next = answers.shift()
    if (next) answered++
    next?.()
  }
  expect((await all).map((response) => response.text())).toEqual(['GET /a', 'GET /b', 'GET /c', 'GET /d'])
  expect(receiver.requests).toHaveLength(4)
})

describe('calls whose receiver never answers', () => {
  async function hold(companies: readonly number[], slots = { perKind: 2, shared: 20, waitingMax: 30 }) {
    const silent = await start(() => {})
    const receiver = await start(ok('here'))
    const outgoing = createOutgoingCalls({ allow: ['127.0.0.1'], slots })
    const leaving = new AbortController()
    const { signal } = leaving
    const held = companies.flatMap((company) =>
      Array.from({ length: 50 }, () =>
        reasonOf(outgoing.of(company, 'ai')(silent.url, { signal })).catch(() => 'left'),
      ),
    )
    return { silent, receiver, outgoing, held, leave: () => leaving.abort() }
  }
  const settled = async (held: readonly Promise<string>[]) => {
    const outcomes: string[] = []
    for (const one of held) void one.then((outcome) => outcomes.push(outcome))
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    return outcomes
  }

  test('leave slots to other companies and kinds, and no more than a limit of them wait', async () => {
    const { silent, receiver, outgoing, held, leave } = await hold([1])
    expect(await settled(held)).toEqual(Array.from({ length: 50 - 30 - 8 }, () => 'busy'))
    expect(await reasonOf(outgoing.of(1, 'ai')(receiver.url))).toBe('busy')
    for (const [company, kind] of [
      [2, 'ai'],
      [1, 'message'],
      [2, 'webhook'],
      ['host', 'payment'],
    ] as const) {
      expect([company, kind, await reasonOf(outgoing.of(company, kind)(receiver.url))]).toEqual([
        company,
        kind,
        'answered',
      ])
    }
    expect(silent.connections()).toBe(8)
    leave()
    expect(await Promise.all(held)).toContain('left')
    expect(await reasonOf(outgoing.of(1, 'ai')(receiver.url))).toBe('answered')
  })

  test('of many companies together take no slot of another kind', async () => {
    const { silent, receiver, outgoing, held, leave } = await hold(Array.from({ length: 30 }, (_, index) => index + 1))
    await settled(held)
    for (const kind of ['message', 'media', 'webhook', 'bot', 'payment'] as const) {
      expect([kind, await reasonOf(outgoing.of(1, kind)(receiver.url))]).toEqual([kind, 'answered'])
    }
    expect(silent.connections()).toBe(22)
    const waiting = reasonOf(outgoing.of(99, 'ai')(receiver.url))
    leave()
    expect(await waiting).toBe('answered')
    await Promise.all(held)
  })

  test('of one company give way to those that wait longest, one company after the other', async () => {
    const order: string[] = []
    const answers: (() => void)[] = []
    const receiver = await start((socket, request) => {
      order.push(request.line.slice('GET /'.length))
      answers.push(() => ok('')(socket, request))
    })
    const outgoing = createOutgoingCalls({ allow: ['127.0.0.1'], slots: { perKind: 0, shared: 1, waitingMax: 30 } })
    const calls = ['1 a', '1 b', '1 c', '2 d', '2 e', '3 f'].map((name) =>
      outgoing.of(Number(name[0]), name === '2 d' ? 'bot' : 'ai')(`${receiver.url}/${name.replace(' ', '')}`),
    )
    const all = Promise.all(calls)
    const end = Date.now() + 10_000
    for (let answered = 0; answered < 6 && Date.now() < end; await new Promise((resolve) => setImmediate(resolve))) {
      const next = answers.shift()
      if (next) answered++
      next?.()
    }
    await all
    expect(order).toEqual(['1a', '1b', '2d', '2e', '3f', '1c'])
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
