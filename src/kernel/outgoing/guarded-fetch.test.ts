import { afterEach, describe, expect, test } from 'bun:test'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import {
  always,
  endless,
  ok,
  type Receiver,
  receiverCertificate,
  receiverKey,
  redirect,
  type Respond,
  startReceiver,
} from '../../testing/raw-receiver'
import { createGuardedFetch, type GuardedFetchOptions } from './guarded-fetch'
import { OutgoingError } from './outgoing-error'

const receivers: Receiver[] = []
afterEach(() => {
  for (const receiver of receivers.splice(0)) receiver.stop()
})

async function start(respond: Respond, options?: Parameters<typeof startReceiver>[1]) {
  const receiver = await startReceiver(respond, options)
  receivers.push(receiver)
  return receiver
}

const loopback = createGuardedFetch({ allow: ['127.0.0.1'] })
const strict = createGuardedFetch({ allow: [] })

/** Creates a guarded fetch with its own name resolution, which counts the lookups. */
function withNames(names: Record<string, string[]>, options: Partial<GuardedFetchOptions> = {}) {
  const requested: string[] = []
  const resolve = async (host: string) => {
    requested.push(host)
    return names[host] ?? []
  }
  return { requested, call: createGuardedFetch({ allow: ['127.0.0.1'], resolve, ...options }) }
}

/** `reason`, or `reason status`. */
async function reasonOf(call: Promise<unknown>) {
  try {
    await call
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    return error.response ? `${error.reason} ${error.response.status}` : error.reason
  }
  return 'answered'
}

const closed = async (receiver: Receiver) => {
  const end = Date.now() + 10_000
  while (receiver.open() > 0 && Date.now() < end) await new Promise((resolve) => setImmediate(resolve))
  return receiver.open() === 0
}

describe('a call', () => {
  test('carries method, path, headers and body to the receiver, and its answer back', async () => {
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

  test('with another answer than 2xx fails with that answer', async () => {
    const receiver = await start(always('HTTP/1.1 422 No\r\nContent-Length: 3\r\n\r\nwhy'))
    const failure = await loopback(receiver.url).catch((error: OutgoingError) => error)
    expect(failure).toMatchObject({ reason: 'status', response: { status: 422 } })
    expect((failure as OutgoingError).response?.text()).toBe('why')
  })

  test('does not use the proxy of the environment', async () => {
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

  test('over TLS asks for the typed name and checks the certificate against it, at the checked address', async () => {
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

  test('is presented to the origin that was called, and to no other after a redirect', async () => {
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

describe('an address', () => {
  test('of this machine, its network or its cloud is refused in every spelling', async () => {
    const receiver = await start(ok('secret'))
    const hosts = [
      ...[
        '127.0.0.1',
        '127.1',
        '0x7f000001',
        '2130706433',
        '017700000001',
        '0177.0.0.1',
        '127.0.0.1.',
        '127.255.255.254',
      ],
      ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[0:0:0:0:0:ffff:7f00:0001]'],
      ...['[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2001:0:7f00:1::]', '[2001:db8::1]'],
      ...['[fe80::1]', '[fc00::1]', '[fd00:ec2::254]', '[fec0::1]', '[ff02::1]', '[100::1]', '[3fff::1]'],
      ...['0.0.0.0', '0', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '100.64.0.1', '100.100.100.200'],
      ...['169.254.169.254', '168.63.129.16', '192.0.0.192', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1'],
      ...['192.88.99.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '①②⑦.0.0.1', '%31%32%37.0.0.1'],
      ...['localhost', 'LOCALHOST', 'localhost.', 'localhost%2e'],
    ]
    const answers = await Promise.all(
      hosts.map(async (host) => [host, await reasonOf(strict(`http://${host}:${receiver.port}/`))]),
    )
    expect(answers).toEqual(hosts.map((host) => [host, 'refusedAddress']))
    expect(receiver.connections()).toBe(0)
  })

  test('that is none, of another protocol, or with a password is refused', async () => {
    const receiver = await start(ok('secret'))
    const { port } = receiver
    const addresses = [
      ...[
        '',
        'example.test',
        '//example.test',
        '/path',
        'http://',
        'http://a b/',
        'http://[::1/',
        'http://127.0.0.1:99999/',
      ],
      ...[
        'file:///etc/passwd',
        'ftp://127.0.0.1/',
        'data:text/plain,a',
        'blob:http://a/b',
        's3://bucket/key',
        'unix:/a',
      ],
      ...['javascript:alert(1)', 'ws://127.0.0.1/', 'gopher://127.0.0.1/', `http://[fe80::1%25eth0]:${port}/`],
      ...[`http://user:pass@127.0.0.1:${port}/`, `http://user@127.0.0.1:${port}/`, `http://:pass@127.0.0.1:${port}/`],
    ]
    const answers = await Promise.all(addresses.map(async (address) => [address, await reasonOf(loopback(address))]))
    expect(answers).toEqual(addresses.map((address) => [address, 'refusedAddress']))
    expect(receiver.connections()).toBe(0)
  })

  test('with a port of another protocol is refused unless that very port is allowed', async () => {
    for (const port of [21, 22, 25, 445, 6000, 6667]) {
      expect([port, await reasonOf(loopback(`http://127.0.0.1:${port}/`))]).toEqual([port, 'refusedAddress'])
    }
    const named = createGuardedFetch({ allow: ['127.0.0.1:1'] })
    expect(await reasonOf(named('http://127.0.0.1:1/'))).toBe('network')
    expect(await reasonOf(named('http://127.0.0.1:2/'))).toBe('refusedAddress')
  })

  test('is allowed by name, by address, by block, and on a port alone', async () => {
    const { port } = await start(ok('here'))
    const names = { 'n8n.lan': ['127.0.0.1'], 'other.lan': ['127.0.0.1'] }
    const outcome = (allow: string[], host: string) =>
      reasonOf(withNames(names, { allow }).call(`http://${host}:${port}/`))
    for (const [allow, host] of [
      ['n8n.lan', 'n8n.lan'],
      ['N8N.lan', 'N8n.Lan.'],
      [`n8n.lan:${port}`, 'n8n.lan'],
      ['127.0.0.0/8', 'n8n.lan'],
      [`127.0.0.1:${port}`, '127.1'],
    ] as const) {
      expect([allow, await outcome([allow], host)]).toEqual([allow, 'answered'])
    }
    for (const [allow, host] of [
      ['n8n.lan', 'other.lan'],
      ['n8n.lan', '127.0.0.1'],
      ['n8n.lan:1', 'n8n.lan'],
      ['127.0.0.2', 'n8n.lan'],
      ['lan', 'n8n.lan'],
    ] as const) {
      expect([allow, await outcome([allow], host)]).toEqual([allow, 'refusedAddress'])
    }
  })
})

describe('a name server', () => {
  test('is asked once: what it would answer later is never connected to', async () => {
    const checked = await start(ok('checked'))
    let requested = 0
    // Only the first address is allowed; later lookups return a forbidden service.
    const resolve = async () => [requested++ === 0 ? '127.0.0.1' : '127.0.0.2']
    const call = createGuardedFetch({ allow: ['127.0.0.1'], resolve })
    const response = await call(`http://rebinding.test:${checked.port}/`)
    expect([response.text(), requested]).toEqual(['checked', 1])
    expect(checked.requests).toMatchObject([{ headers: { host: `rebinding.test:${checked.port}` } }])
    expect(await reasonOf(call(`http://rebinding.test:${checked.port}/`))).toBe('refusedAddress')
  })

  test('that mixes private addresses in gets only the others called', async () => {
    const secret = await start(ok('secret'), { host: '127.0.0.2' })
    const { call } = withNames({ 'mixed.test': ['::1', '127.0.0.2', '10.0.0.1', 'nonsense', '127.0.0.1'] })
    expect(await reasonOf(call(`http://mixed.test:${secret.port}/`))).toBe('network')
    expect(secret.connections()).toBe(0)
  })

  test('that gives an address where nobody listens has the next one tried', async () => {
    const receiver = await start(ok('second'), { host: '127.0.0.2' })
    const { call } = withNames({ 'two.test': ['127.0.0.1', '127.0.0.2'] }, { allow: ['127.0.0.0/8'] })
    expect((await call(`http://two.test:${receiver.port}/`)).text()).toBe('second')
  })

  test('that knows nothing or never answers ends the call', async () => {
    expect(await reasonOf(withNames({}).call('http://nowhere.test/'))).toBe('refusedAddress')
    const failing = createGuardedFetch({
      allow: [],
      resolve: () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })),
    })
    expect(await reasonOf(failing('http://nowhere.test/'))).toBe('network')
    const silent = createGuardedFetch({ allow: [], resolve: () => new Promise(() => {}) })
    expect(await reasonOf(silent('http://nowhere.test/', { timeoutMs: 50 }))).toBe('timeout')
  })
})

describe('a redirect', () => {
  test('to a private address is refused, whichever the status', async () => {
    const secret = await start(ok('secret'), { host: '127.0.0.2' })
    for (const status of [301, 302, 303, 307, 308]) {
      for (const location of [
        secret.url,
        `//127.0.0.2:${secret.port}/`,
        `http://[::1]:${secret.port}/`,
        'file:///etc/passwd',
      ]) {
        const receiver = await start(redirect(location, status))
        expect([location, await reasonOf(loopback(receiver.url))]).toEqual([location, 'refusedAddress'])
      }
    }
    expect(secret.connections()).toBe(0)
  })

  test('is followed three times at most', async () => {
    const receiver = await start((socket, request) => {
      const left = Number(request.line.slice('GET /'.length))
      if (left === 0) ok('arrived')(socket, request)
      else redirect(`/${left - 1}`)(socket, request)
    })
    expect((await loopback(`${receiver.url}/3`)).text()).toBe('arrived')
    expect(await reasonOf(loopback(`${receiver.url}/10`))).toBe('status 302')
    expect(receiver.requests.map(({ line }) => line)).toEqual([
      ...['GET /3', 'GET /2', 'GET /1', 'GET /0'],
      ...['GET /10', 'GET /9', 'GET /8', 'GET /7'],
    ])
  })

  test('keeps credentials on the same origin and drops them on another', async () => {
    const other = await start(ok('other'))
    const receiver = await start((socket, request) => {
      if (request.line === 'POST /same') redirect('/again', 307)(socket, request)
      else redirect(`${other.url}/there`, 307)(socket, request)
    })
    const headers = {
      ...{ Authorization: 'Bearer t', Cookie: 'a=b', 'X-Api-Key': 'k', 'X-Hub-Signature-256': 's' },
      ...{ 'Content-Type': 'application/json', Accept: 'application/json' },
    }
    await loopback(`${receiver.url}/same`, { method: 'POST', headers, body: '{}' })
    expect(receiver.requests[1]).toMatchObject({
      line: 'POST /again',
      headers: { authorization: 'Bearer t', cookie: 'a=b' },
    })
    const [request] = other.requests
    expect(request).toMatchObject({ line: 'POST /there', body: '{}' })
    expect(Object.keys(request?.headers ?? {}).toSorted()).toEqual([
      ...['accept', 'accept-encoding', 'content-length', 'content-type', 'host', 'user-agent'],
    ])
    expect(request?.headers['host']).toBe(`127.0.0.1:${other.port}`)
  })

  test('turns a POST into a GET without its body where browsers do', async () => {
    for (const [status, expected] of [
      [301, 'GET /end'],
      [302, 'GET /end'],
      [303, 'GET /end'],
      [307, 'POST /end'],
      [308, 'POST /end'],
    ] as const) {
      const receiver = await start((socket, request) => {
        if (request.line.endsWith('/end')) ok('end')(socket, request)
        else redirect('/end', status)(socket, request)
      })
      await loopback(receiver.url, { method: 'POST', body: 'secret' })
      const [, last] = receiver.requests
      expect([status, last?.line, last?.body]).toEqual([status, expected, expected.startsWith('GET') ? '' : 'secret'])
    }
  })

  test('from https to http is refused', async () => {
    const plain = await start(ok('plain'))
    const receiver = await start(redirect(plain.url), { tls: true })
    const { call } = withNames({ 'receiver.test': ['127.0.0.1'] }, { ca: receiverCertificate })
    expect(await reasonOf(call(`https://receiver.test:${receiver.port}/`))).toBe('refusedAddress')
    expect(plain.connections()).toBe(0)
  })
})

describe('a hostile receiver', () => {
  const head = 'HTTP/1.1 200 OK\r\n'

  test('that never ends its body is cut at the limit, and its connection closed', async () => {
    const receiver = await start(endless(`${head}\r\n`, 'a'.repeat(65_536)))
    expect(await reasonOf(loopback(receiver.url, { responseBytesMax: 200_000 }))).toBe('tooLarge 200')
    expect(await closed(receiver)).toBe(true)
  })

  test('that announces more than the limit is not read', async () => {
    const receiver = await start(always(`${head}Content-Length: 200001\r\n\r\n`))
    expect(await reasonOf(loopback(receiver.url, { responseBytesMax: 200_000 }))).toBe('tooLarge 200')
  })

  test('that packs much into little is not unpacked', async () => {
    for (const [encoding, packed] of [
      ['gzip', gzipSync(Buffer.alloc(20_000_000))],
      ['br', brotliCompressSync(Buffer.alloc(20_000_000))],
    ] as const) {
      const receiver = await start(always(`${head}Content-Encoding: ${encoding}\r\n\r\n`, packed))
      expect([encoding, await reasonOf(loopback(receiver.url))]).toEqual([encoding, 'tooLarge 200'])
    }
  })

  test('that packs honestly is read, and what cannot be unpacked is an error', async () => {
    const answerOf = async (encoding: string, body: Uint8Array) => {
      const receiver = await start(always(`${head}Content-Encoding: ${encoding}\r\n\r\n`, body))
      return loopback(receiver.url).then(
        (response) => response.text(),
        (error: OutgoingError) => error.reason,
      )
    }
    expect(await answerOf('gzip', gzipSync('pequeno'))).toBe('pequeno')
    expect(await answerOf('br', brotliCompressSync('pequeno'))).toBe('pequeno')
    expect(await answerOf('identity', Buffer.from('pequeno'))).toBe('pequeno')
    expect(await answerOf('gzip', Buffer.from('not gzip'))).toBe('network')
    expect(await answerOf('constructor', Buffer.from('a'))).toBe('network')
  })

  test('that is silent or slow is left when the time is over', async () => {
    const slow =
      (text: string): Respond =>
      (socket) => {
        socket.write(text)
        const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write('x')), 20)
      }
    const ways: Record<string, Respond> = {
      silent: () => {},
      'slow head': slow(head),
      'slow body': slow(`${head}Content-Length: 100000\r\n\r\n`),
      'early hints': endless('', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100)),
    }
    for (const [way, respond] of Object.entries(ways)) {
      const receiver = await start(respond)
      expect([way, await reasonOf(loopback(receiver.url, { timeoutMs: 200 }))]).toEqual([way, 'timeout'])
      expect([way, await closed(receiver)]).toEqual([way, true])
    }
  })

  test('that speaks nonsense, breaks off or sends endless headers is an error of the network', async () => {
    const ways: Record<string, Respond> = {
      reset: (socket) => socket.resetAndDestroy(),
      nothing: always(),
      'another protocol': always('SSH-2.0-OpenSSH_9.6\r\n'),
      'half a body': always(`${head}Content-Length: 100\r\n\r\nabc`),
      'a switched protocol': always('HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
      'a header without end': endless(`${head}X: `, 'a'.repeat(65_536)),
      'headers without end': endless(head, 'X-A: bbbb\r\n'.repeat(1000)),
    }
    for (const [way, respond] of Object.entries(ways)) {
      const receiver = await start(respond)
      expect([way, await reasonOf(loopback(receiver.url))]).toEqual([way, 'network'])
      expect([way, await closed(receiver)]).toEqual([way, true])
    }
  })
})

test('so many calls run at once; the others wait within their time, in their order', async () => {
  const answers: (() => void)[] = []
  const receiver = await start((socket, request) => void answers.push(() => ok(request.line)(socket, request)))
  const call = createGuardedFetch({ allow: ['127.0.0.1'], callsMax: 2 })
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

describe('what is sent', () => {
  test('cannot smuggle a header or change what belongs to the protocol', async () => {
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

  test('has a limit', async () => {
    const receiver = await start(ok('ok'))
    const post = (body: string) => reasonOf(loopback(receiver.url, { method: 'POST', body, requestBytesMax: 10 }))
    expect([await post('é'.repeat(5)), await post('é'.repeat(6))]).toEqual(['answered', 'tooLarge'])
    expect(receiver.requests).toHaveLength(1)
  })

  test('is called back by the caller', async () => {
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
