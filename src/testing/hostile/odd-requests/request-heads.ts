import { get, host, navigation, type OddRequests, post, request, type Session } from './odd-request'

export const methods = ({ bearer }: Session): OddRequests => {
  const names = ['TRACE', 'CONNECT', 'PROPFIND', 'FOO', 'get', 'PATCH', 'QUERY', 'M-SEARCH', 'G\xcbT', 'A'.repeat(5000)]
  return Object.fromEntries(
    names.flatMap((name) => [
      [`${name.slice(0, 20)} /version`, { bytes: request(`${name} /version HTTP/1.1`) }],
      [
        `${name.slice(0, 20)} /tickets`,
        { bytes: request(`${name} /tickets HTTP/1.1`, [host, bearer, 'content-length: 0']) },
      ],
    ]),
  )
}

export const requestLines = (): OddRequests => ({
  'HTTP/1.0': { bytes: request('GET /version HTTP/1.0') },
  'HTTP/1.0 without a Host': { bytes: request('GET /version HTTP/1.0', []) },
  'HTTP/0.9': { bytes: 'GET /version\r\n\r\n' },
  'HTTP/1.2': { bytes: request('GET /version HTTP/1.2') },
  'HTTP/9.9': { bytes: request('GET /version HTTP/9.9') },
  'the preface of HTTP/2': { bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' },
  'an upgrade to HTTP/2': {
    bytes: get('/version', 'connection: upgrade, http2-settings', 'upgrade: h2c', 'http2-settings: AA'),
  },
  'an upgrade to a socket that is none': { bytes: get('/live', 'connection: upgrade', 'upgrade: websocket') },
  'a socket without a key': {
    bytes: get('/live', 'connection: upgrade', 'upgrade: websocket', 'sec-websocket-version: 13'),
  },
  'a socket elsewhere': {
    bytes: get(
      '/tickets',
      'connection: upgrade',
      'upgrade: websocket',
      'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
      'sec-websocket-version: 13',
    ),
  },
  'a TLS hello': { bytes: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03' + 'x'.repeat(200), ends: true },
  'nothing but line ends': { bytes: '\r\n\r\n\r\n\r\n', ends: true },
  'nothing but NULs': { bytes: '\0'.repeat(1000), ends: true },
  'an empty line first': { bytes: `\r\n${get('/version')}` },
  'bare line feeds': { bytes: 'GET /version HTTP/1.1\nhost: recado.test\n\n', ends: true },
  'bare carriage returns': { bytes: 'GET /version HTTP/1.1\rhost: recado.test\r\r', ends: true },
  'no version': { bytes: 'GET / \r\nhost: x\r\n\r\n' },
  spaces: { bytes: 'GET  /version  HTTP/1.1\r\nhost: recado.test\r\n\r\n' },
  'trailing garbage': { bytes: get('/version') + '\x00\xff garbage garbage\r\n\r\n' },
  'two requests at once': { bytes: get('/version') + get('/version') },
  'an answer instead of a request': { bytes: 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n' },
})

export const headers = ({ bearer }: Session): OddRequests => ({
  'two hundred headers': { bytes: get('/version', ...Array.from({ length: 200 }, (_, i) => `x-${i}: 1`)) },
  'five thousand headers': { bytes: get('/version', ...Array.from({ length: 5000 }, (_, i) => `x-${i}: 1`)) },
  'a header of 100 kB': { bytes: get('/version', `x-a: ${'a'.repeat(100_000)}`) },
  'a header without a name': { bytes: get('/version', ': x') },
  'a header without a colon': { bytes: get('/version', 'nonsense') },
  'a space before the colon': { bytes: get('/version', 'x-a : 1') },
  'a folded header': { bytes: get('/version', 'x-a: 1\r\n  2') },
  'a NUL in a header': { bytes: get('/version', 'x-a: \0') },
  'a NUL in a header name': { bytes: get('/version', 'x-\0: a') },
  'raw bytes in a header': { bytes: get('/version', 'x-a: \xff\xfe', 'accept-language: \xff') },
  '__proto__ as a header': { bytes: get('/tickets', '__proto__: 1', 'constructor: 2', 'tostring: 3', bearer) },
  'two authorizations': { bytes: get('/tickets', bearer, 'authorization: Bearer x') },
  'an authorization of nonsense': { bytes: get('/auth/me', 'authorization: \xff\xff\xff') },
  'an authorization of spaces': { bytes: get('/auth/me', `authorization: Bearer${' '.repeat(8000)}x`) },
  'a bearer of dots': { bytes: get('/auth/me', `authorization: Bearer ${'.'.repeat(8000)}`) },
  'a bearer without a signature': { bytes: get('/auth/me', 'authorization: Bearer eyJhbGciOiJub25lIn0.e30.') },
  'a bearer that is no base64': { bytes: get('/auth/me', 'authorization: Bearer %%%.%%%.%%%') },
  'an accept of commas': { bytes: get('/', `accept: text/html${','.repeat(8000)}`) },
  'an accept-encoding of commas': { bytes: get('/assets/x.js', `accept-encoding: ${'gzip;q=0,'.repeat(1500)}`) },
  'a range of nonsense': { bytes: get('/media/x', 'range: bytes=99999999999999999999-', bearer) },
  'many ranges': { bytes: get('/media/x', `range: bytes=${'0-1,'.repeat(2000)}`, bearer) },
  'a forwarded address of nonsense': {
    bytes: post('/auth/login', 'application/json', '{}', 'x-forwarded-for: \xff, ,,, <x>'),
  },
  'a forwarded host and scheme': { bytes: get('/', navigation, 'x-forwarded-host: a b', 'x-forwarded-proto: gopher') },
  'an expectation': { bytes: post('/auth/login', 'application/json', '{}', 'expect: 100-continue') },
  'another expectation': { bytes: post('/auth/login', 'application/json', '{}', 'expect: the-impossible') },
})

export const cookies = (): OddRequests => {
  const odd = [
    'recado_session=%',
    'recado_session=%E0%A4%A',
    'recado_session=%00',
    'recado_session="',
    'recado_session={"a":1}',
    'recado_session=[1]',
    'recado_session=j:{"a":1}',
    `recado_session=${'x'.repeat(8000)}`,
    'recado_session',
    'other=%; theme=%; language=%; queues=%',
    'theme=__proto__; language=constructor',
    '=;;;==;,;',
    '__proto__=1; constructor=%',
    '\xff=\xff',
    'a=b;'.repeat(3000),
    'recado_session=a; recado_session=b',
  ]
  return Object.fromEntries(
    odd.flatMap((text) => {
      const name = `cookie ${JSON.stringify(text.slice(0, 40))}`
      const line = `cookie: ${text}`
      return [
        [`${name} at a call`, { bytes: get('/version', line), status: 200 }],
        [`${name} at a page`, { bytes: get('/login', line, navigation) }],
        [`${name} at a file`, { bytes: get('/media/2026-01-abcdefghijklmnopqrstuvwx', line), status: 401 }],
        [`${name} at signing in`, { bytes: post('/auth/login', 'application/json', '{}', line), status: 400 }],
        [`${name} at staying in`, { bytes: post('/auth/refresh_token', 'application/json', '{}', line), status: 401 }],
      ]
    }),
  )
}
