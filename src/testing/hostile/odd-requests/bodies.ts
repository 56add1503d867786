import { host, type OddRequests, post, request, type Session } from './odd-request'

export const lengths = ({ bearer }: Session): OddRequests => {
  const json = ['content-type: application/json', bearer]
  const tag = (...lines: string[]) => request('POST /tags HTTP/1.1', [host, ...json, ...lines], '{"name":"x"}')
  return {
    'a negative length': { bytes: tag('content-length: -1') },
    'a length of letters': { bytes: tag('content-length: abc') },
    'a length with a plus': { bytes: tag('content-length: +12') },
    'a fractional length': { bytes: tag('content-length: 1.5') },
    'a hexadecimal length': { bytes: tag('content-length: 0x0c') },
    'a length beyond all numbers': { bytes: tag(`content-length: ${'9'.repeat(40)}`) },
    'a length with an exponent': { bytes: tag('content-length: 1e9') },
    'an empty length': { bytes: tag('content-length:') },
    'two lengths': { bytes: tag('content-length: 12', 'content-length: 3') },
    'two lengths in one': { bytes: tag('content-length: 12, 12') },
    'a length and chunks': { bytes: tag('content-length: 12', 'transfer-encoding: chunked'), ends: true },
    'a length of 4 GB': { bytes: tag('content-length: 4294967296'), status: 413 },
    'less than its length': { bytes: tag('content-length: 500'), ends: true },
    'no length': { bytes: tag() },
    'an encoding that is unknown': { bytes: tag('transfer-encoding: gzip'), ends: true },
    'an encoding after chunks': { bytes: tag('transfer-encoding: chunked, identity'), ends: true },
    'chunks twice': { bytes: tag('transfer-encoding: chunked, chunked'), ends: true },
  }
}

export const chunks = ({ bearer }: Session): OddRequests => {
  const json = ['content-type: application/json', bearer]
  const chunked = (body: string) => ({
    bytes: request('POST /tags HTTP/1.1', [host, ...json, 'transfer-encoding: chunked'], body),
    ends: true,
  })
  return {
    'chunks without a size': chunked('\r\n\r\n'),
    'a chunk of a nonsense size': chunked('zz\r\n{}\r\n0\r\n\r\n'),
    'a chunk beyond all numbers': chunked('ffffffffffffffffff\r\n{}\r\n'),
    'a chunk of negative size': chunked('-2\r\n{}\r\n'),
    'a chunk with extensions': chunked(`2;${'a'.repeat(5000)}\r\n{}\r\n0\r\n\r\n`),
    trailers: chunked('2\r\n{}\r\n0\r\nx-a: 1\r\n\r\n'),
  }
}

export const bodiesWhereNoneIsExpected = ({ bearer }: Session): OddRequests => {
  const json = ['content-type: application/json', bearer]
  return {
    'a GET with a body': {
      bytes: request('GET /version HTTP/1.1', [host, 'content-length: 12'], '{"name":"x"}'),
      status: 200,
    },
    'a DELETE with a body of nonsense': {
      bytes: request('DELETE /tags/999 HTTP/1.1', [host, ...json, 'content-length: 3'], '{{{'),
    },
    'a HEAD with a body': {
      bytes: request('HEAD /version HTTP/1.1', [host, 'content-length: 2', 'connection: close'], '{}'),
    },
  }
}

export const contentTypes = ({ bearer }: Session): OddRequests => {
  const types = [
    'application/json; charset=utf-16',
    'application/json; charset=nonsense',
    'application/json;;;;',
    'APPLICATION/JSON',
    'application/problem+json',
    'text/plain',
    'text/html',
    'application/xml',
    'application/x-www-form-urlencoded',
    'application/octet-stream',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/mixed; boundary=b',
    'multipart/form-data; boundary="',
    `multipart/form-data; boundary=${'b'.repeat(5000)}`,
    'multipart/form-data; boundary=\xff',
    ';',
    '/',
    '\xff\xff',
    '*/*',
    `${'a;'.repeat(4000)}`,
  ]
  return Object.fromEntries(
    types.flatMap((type) => [
      [`${type.slice(0, 40)} at signing in`, { bytes: post('/auth/login', type, '{"email":1}') }],
      [`${type.slice(0, 40)} at a call`, { bytes: post('/tags', type, '{"name":1}', bearer) }],
      [`${type.slice(0, 40)} where files come`, { bytes: post('/users/1/media-upload', type, '--b--', bearer) }],
    ]),
  )
}

const oddJson = [
  '',
  '{',
  '{"a":',
  'nul',
  'null',
  '[]',
  '"x"',
  '1',
  '{"name":"\\ud800"}',
  '{"name":"\\u0000"}',
  '{"name":"\xff\xfe"}',
  '\xef\xbb\xbf{}',
  '{"__proto__":{"admin":true},"name":"x","color":"#000000"}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"name":1e999}',
  `{"name":${'9'.repeat(5000)}}`,
  '[[[['.repeat(2000),
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  `{${Array.from({ length: 5000 }, (_, i) => `"k${i}":1`).join(',')}}`,
  '{"name":"x","name":"y","color":"#000000"}',
  '{}garbage',
  '{/* comment */}',
  "{'a':1}",
  'NaN',
]

const oddForms = [
  '',
  '--b',
  '--b\r\n',
  '--b--',
  '--b\r\n\r\n',
  '--b\r\n\r\nx\r\n--b--',
  '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--',
  '--b\r\nContent-Disposition: form-data; name="\r\n\r\nx\r\n--b--',
  '--b\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--',
  '--b\r\nContent-Disposition: form-data; name="profileImage"\r\n\r\nx\r\n--b--',
  '--b\r\nContent-Disposition: form-data; name="profileImage"; filename="../../x"\r\n\r\nx\r\n--b--',
  '--b\r\nContent-Disposition: form-data; name="profileImage"; filename="a\0b"\r\nContent-Type: \xff\r\n\r\nx\r\n--b--',
  '--b\r\nContent-Disposition: form-data; name="profileImage"; filename="x"\r\n\r\nx',
  '--b\r\nContent-Disposition: form-data; name="profileImage"; filename="x"\r\nContent-Length: -5\r\n\r\nx\r\n--b--',
  `--b\r\n${'x: y\r\n'.repeat(5000)}\r\nx\r\n--b--`,
  `--b\r\nContent-Disposition: form-data; name="${'n'.repeat(20_000)}"\r\n\r\nx\r\n--b--`,
  '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'.repeat(2000) + '--b--',
  '\r\n--b'.repeat(10_000),
  '-'.repeat(50_000),
  'nothing of the kind',
]

export const bodies = ({ bearer }: Session): OddRequests => {
  return {
    ...Object.fromEntries(
      oddJson.flatMap((text) => [
        [`${text.slice(0, 30)} at signing in`, { bytes: post('/auth/login', 'application/json', text) }],
        [`${text.slice(0, 30)} at a call`, { bytes: post('/tags', 'application/json', text, bearer) }],
      ]),
    ),
    ...Object.fromEntries(
      oddForms.flatMap((text, index) => [
        [`form ${index} at a call`, { bytes: post('/tags', 'multipart/form-data; boundary=b', text, bearer) }],
        [
          `form ${index} where files come`,
          { bytes: post('/users/1/media-upload', 'multipart/form-data; boundary=b', text, bearer) },
        ],
        [
          `form ${index} of a stranger`,
          { bytes: post('/users/1/media-upload', 'multipart/form-data; boundary=b', text) },
        ],
      ]),
    ),
  }
}
