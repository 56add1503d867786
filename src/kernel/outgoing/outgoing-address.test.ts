import { describe, expect, test } from 'bun:test'
import {
  createGuardedFetch,
  loopback,
  reasonOf,
  receiversOfFile,
  withNames,
} from '../../testing/services/receiver/outgoing-calls'
import { ok, receiverCertificate, redirect } from '../../testing/services/receiver/raw-receiver'
import { createOutgoingCalls } from './guarded-fetch'

const start = receiversOfFile()
const strict = createGuardedFetch({ allow: [] })

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

  test('that is malformed, of another protocol, or with a password is refused', async () => {
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

  test('with a port of another protocol is refused unless that port is allowed', async () => {
    for (const port of [21, 22, 25, 445, 6000, 6667]) {
      expect([port, await reasonOf(loopback(`http://127.0.0.1:${port}/`))]).toEqual([port, 'refusedAddress'])
    }
    const { mayCall } = createOutgoingCalls({ allow: ['127.0.0.1'] })
    for (const [address, may] of [
      ['http://127.0.0.1/', true],
      ['https://127.0.0.1/', true],
      ['http://127.0.0.1:1023/', false],
      ['http://127.0.0.1:1024/', true],
    ] as const) {
      expect([address, await mayCall(address)]).toEqual([address, may])
    }
    const named = createGuardedFetch({ allow: ['127.0.0.1:1'] })
    expect(await reasonOf(named('http://127.0.0.1:1/'))).toBe('network')
    expect(await reasonOf(named('http://127.0.0.1:2/'))).toBe('refusedAddress')
  })

  test('can be allowed by name, address, block, or one port only', async () => {
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
  test('is queried once, so that a later answer is never connected to', async () => {
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

  test('with mixed answers has only the public addresses called', async () => {
    const secret = await start(ok('secret'), { host: '127.0.0.2' })
    const { call } = withNames({ 'mixed.test': ['::1', '127.0.0.2', '10.0.0.1', 'nonsense', '127.0.0.1'] })
    expect(await reasonOf(call(`http://mixed.test:${secret.port}/`))).toBe('network')
    expect(secret.connections()).toBe(0)
  })

  test('with an unreachable address has the next one tried', async () => {
    const receiver = await start(ok('second'), { host: '127.0.0.2' })
    const { call } = withNames({ 'two.test': ['127.0.0.1', '127.0.0.2'] }, { allow: ['127.0.0.0/8'] })
    expect((await call(`http://two.test:${receiver.port}/`)).text()).toBe('second')
  })

  test('with an address that took the request and failed has no other one called', async () => {
    const failing = await start((socket) => void socket.destroy())
    const other = await start(ok('second'), { host: '127.0.0.2', at: failing.port })
    const { call } = withNames({ 'two.test': ['127.0.0.1', '127.0.0.2'] }, { allow: ['127.0.0.0/8'] })
    expect(await reasonOf(call(`http://two.test:${failing.port}/`, { method: 'POST', body: 'pay' }))).toBe('network')
    expect([failing.requests.length, other.connections()]).toEqual([1, 0])
  })

  test('without an answer ends the call', async () => {
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
  test('to a private address is refused for every status', async () => {
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

  test('is followed at most three times', async () => {
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

  test('keeps credentials for the same origin and drops them for another', async () => {
    const other = await start(ok('other'))
    const receiver = await start((socket, request) => {
      if (request.line === 'POST /same') redirect('/again', 307)(socket, request)
      else redirect(`${other.url}/there`, 307)(socket, request)
    })
    const headers = {
      Authorization: 'Bearer t',
      Cookie: 'a=b',
      'X-Api-Key': 'k',
      'X-Hub-Signature-256': 's',
      'Content-Type': 'application/json',
      Accept: 'application/json',
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

  test('turns a POST into a GET without a body where browsers do', async () => {
    for (const [status, method, expected] of [
      [301, 'POST', 'GET /end'],
      [302, 'POST', 'GET /end'],
      [302, 'PUT', 'PUT /end'],
      [303, 'POST', 'GET /end'],
      [303, 'PUT', 'GET /end'],
      [307, 'POST', 'POST /end'],
      [308, 'POST', 'POST /end'],
    ] as const) {
      const receiver = await start((socket, request) => {
        if (request.line.endsWith('/end')) ok('end')(socket, request)
        else redirect('/end', status)(socket, request)
      })
      await loopback(receiver.url, { method, body: 'secret' })
      const [, last] = receiver.requests
      expect([status, last?.line, last?.body]).toEqual([status, expected, expected.startsWith('GET') ? '' : 'secret'])
    }
    const receiver = await start((socket, { line }) => {
      if (line === 'HEAD /end') socket.end('HTTP/1.1 299 Yes\r\nContent-Length: 0\r\n\r\n')
      else redirect('/end', 303)(socket, { line, headers: {}, body: '' })
    })
    expect((await loopback(receiver.url, { method: 'HEAD' })).status).toBe(299)
  })

  test('from https to http is refused', async () => {
    const plain = await start(ok('plain'))
    const receiver = await start(redirect(plain.url), { tls: true })
    const { call } = withNames({ 'receiver.test': ['127.0.0.1'] }, { ca: receiverCertificate })
    expect(await reasonOf(call(`https://receiver.test:${receiver.port}/`))).toBe('refusedAddress')
    expect(plain.connections()).toBe(0)
  })
})
