import { get, host, navigation, type OddRequests, request, type Session } from './odd-request'

const plain = [
  '/version',
  '/tickets',
  '/auth/me',
  '/media/x',
  '/announcements/media/x',
  '/openapi',
  '/assets/x.js',
  '/',
]

/** Tries the same malformation at every kind of address, as a call and as a navigation. */
function everywhere(name: string, build: (path: string, ...more: string[]) => string, status?: number): OddRequests {
  const cases: OddRequests = {}
  for (const path of plain) {
    cases[`${name} at ${path}`] = { bytes: build(path), status }
    cases[`${name} at ${path}, by navigation`] = { bytes: build(path, navigation), status }
  }
  return cases
}

const badHosts = [
  'a b',
  'a/b',
  'a?b',
  'a#b',
  'a\\b',
  'a@b',
  '[',
  '[::1',
  'a:b',
  'a:99999',
  '%',
  'a%2fb',
  '<script>',
  'a,b',
  '\xff',
  '',
]
export const hosts = (): OddRequests => ({
  ...everywhere('a Host with a space', (path, ...more) => request(`GET ${path} HTTP/1.1`, ['host: a b', ...more]), 400),
  ...Object.fromEntries(
    badHosts.map((name) => [
      `Host ${JSON.stringify(name)}`,
      { bytes: request('GET /version HTTP/1.1', [`host: ${name}`]), status: 400 },
    ]),
  ),
  'no Host': { bytes: request('GET /version HTTP/1.1', []), status: 400 },
  'two Hosts': { bytes: request('GET /version HTTP/1.1', [host, 'host: other.test']) },
  'a Host of one letter': { bytes: request('GET /version HTTP/1.1', ['host: x']), status: 200 },
  'a Host that is an IPv6 address': { bytes: request('GET /version HTTP/1.1', ['host: [::1]:3000']), status: 200 },
  'a Host with a port': { bytes: request('GET /version HTTP/1.1', ['host: recado.test:8080']), status: 200 },
})

export const targets = ({ bearer, cookie }: Session): OddRequests => {
  const percent = ['%', '%zz', '%E0%A4%A', '%FF', '%00', '%C0%AF', '%ED%A0%80', '..%2f..%2fetc%2fpasswd', '%25%']
  const cases: OddRequests = {}
  for (const text of percent) {
    cases[`${text} as a path`] = { bytes: get(`/${text}`) }
    cases[`${text} as a path, by navigation`] = { bytes: get(`/${text}`, navigation) }
    cases[`${text} as a parameter`] = { bytes: get(`/tickets/${text}`, bearer) }
    cases[`${text} as a page's parameter`] = { bytes: get(`/tickets/${text}`, navigation, `cookie: ${cookie}`) }
    cases[`${text} in a query`] = { bytes: get(`/tickets?searchParam=${text}&${text}=1`, bearer) }
    cases[`${text} in a page's query`] = { bytes: get(`/login?next=${text}`, navigation) }
    cases[`${text} as a file`] = { bytes: get(`/media/${text}`, bearer) }
    cases[`${text} as a picture`] = { bytes: get(`/announcements/media/${text}`, bearer) }
    cases[`${text} as an asset`] = { bytes: get(`/assets/${text}`) }
  }
  const lines = {
    'absolute-form': 'GET http://recado.test/version HTTP/1.1',
    'absolute-form of another host': 'GET http://evil.test/version HTTP/1.1',
    'absolute-form without a path': 'GET http://recado.test HTTP/1.1',
    'absolute-form with a user': 'GET http://a:b@recado.test/version HTTP/1.1',
    'absolute-form of another scheme': 'GET file:///etc/passwd HTTP/1.1',
    'authority-form': 'CONNECT recado.test:443 HTTP/1.1',
    'authority-form for GET': 'GET recado.test:443 HTTP/1.1',
    'asterisk-form': 'OPTIONS * HTTP/1.1',
    'asterisk-form for GET': 'GET * HTTP/1.1',
    'no leading slash': 'GET version HTTP/1.1',
    'two slashes': 'GET //version HTTP/1.1',
    'two slashes and a host': 'GET //evil.test/version HTTP/1.1',
    'a backslash': 'GET /\\evil.test HTTP/1.1',
    dots: 'GET /../../../etc/passwd HTTP/1.1',
    'a fragment': 'GET /version#x HTTP/1.1',
    'only a query': 'GET ? HTTP/1.1',
    'many question marks': `GET /version${'?'.repeat(3000)} HTTP/1.1`,
    'raw bytes': 'GET /\xff\xfe HTTP/1.1',
    'a raw NUL': 'GET /\0 HTTP/1.1',
    'a raw NUL in a query': 'GET /version?\0 HTTP/1.1',
    'a raw tab': 'GET /a\tb HTTP/1.1',
    'a path of 9 kB': `GET /${'a'.repeat(9000)} HTTP/1.1`,
    'a long path': `GET /${'a'.repeat(15_000)} HTTP/1.1`,
    'a path beyond all bounds': `GET /${'a'.repeat(100_000)} HTTP/1.1`,
    'a long query': `GET /version?${'a&'.repeat(7000)} HTTP/1.1`,
    'a query of one name': `GET /version?${'a=1&'.repeat(3500)} HTTP/1.1`,
    'a query of brackets': `GET /version?${'a[]=1&b[x][y]=2&'.repeat(500)} HTTP/1.1`,
    'a query of prototype keys': 'GET /tickets?__proto__=1&constructor=2&__proto__[x]=3 HTTP/1.1',
    'a script in the path': 'GET /<script>alert(1)</script> HTTP/1.1',
  }
  for (const [name, line] of Object.entries(lines)) {
    cases[name] = { bytes: request(line) }
    cases[`${name}, by navigation`] = { bytes: request(line, [host, navigation]) }
  }
  return cases
}
