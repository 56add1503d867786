import { expect, test } from 'bun:test'
import { readCookie, readTextCookie } from './cookies'

const withCookies = (cookie: string) => new Request('http://localhost/', { headers: { cookie } })

test('finds a cookie by its whole name at any position', () => {
  const found = (cookie: string) => readCookie(withCookies(cookie), 'session')
  expect(found('session=a.b')).toBe('a.b')
  expect(found('theme=dark; session=a=b; x=y')).toBe('a=b')
  expect(found('theme=dark;session=a;session=b')).toBe('a')
  expect(found('mysession=a; x session=b; session=c')).toBe('c')
  expect(found('session=')).toBe('')
  for (const none of ['', 'session', 'sessions=a', '__Host-session=a', ';;=;', 'x=session=a']) {
    expect(found(none)).toBeUndefined()
  }
})

test('decodes a cookie set by a script, and ignores a malformed one', () => {
  expect(readTextCookie(withCookies('queues=%5B1%2C2%5D'), 'queues')).toBe('[1,2]')
  expect(readTextCookie(withCookies('queues=%E0%A4%A'), 'queues')).toBeUndefined()
})

test('over HTTPS, a choice that no other site of the domain can have set comes before one of earlier versions', () => {
  const secure = (cookie: string) =>
    new Request('http://localhost/', { headers: { cookie, 'x-forwarded-proto': 'https' } })
  expect(readTextCookie(secure('theme=light; __Host-theme=dark'), 'theme')).toBe('dark')
  expect(readTextCookie(secure('theme=light'), 'theme')).toBe('light')
  expect(readTextCookie(withCookies('theme=light; __Host-theme=dark'), 'theme')).toBe('light')
})
