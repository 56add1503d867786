import { isSecureRequest } from './edge/forwarded-headers'

interface CookieOptions {
  maxAge: number
  sameSite: 'Lax' | 'Strict'
}

/** Raw; values set by Recado need no decoding. */
export function readCookie({ headers }: Request, name: string): string | undefined {
  const cookies = headers.get('cookie') ?? ''
  // A request can carry thousands, so only one is parsed.
  for (let at = cookies.indexOf(`${name}=`); at !== -1; at = cookies.indexOf(`${name}=`, at + 1)) {
    if (at > 0 && !/; ?$/.test(cookies.slice(Math.max(0, at - 2), at))) continue
    const from = at + name.length + 1
    const end = cookies.indexOf(';', from)
    return cookies.slice(from, end === -1 ? undefined : end).trim()
  }
  return undefined
}

/** A choice that a page stored, percent-encoded; undefined when malformed. */
export function readTextCookie(request: Request, name: string): string | undefined {
  try {
    const text = readCookie(request, hostCookieName(request, name)) ?? readCookie(request, name)
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    return undefined
  }
}

export function hostCookieName(request: Request, name: string) {
  return isSecureRequest(request) ? `__Host-${name}` : name
}

/** HttpOnly. `__Host-` over HTTPS, against sibling domains and plain HTTP; also removes the unprefixed one. */
export function hostCookieLines(request: Request, name: string, value: string, options: CookieOptions): string[] {
  const line = (fullName: string, text: string, maxAge: number) =>
    `${fullName}=${text}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=${options.sameSite}`
  if (!isSecureRequest(request)) return [line(name, value, options.maxAge)]
  const stale = readCookie(request, name) === undefined ? [] : [line(name, '', 0)]
  return [`${line(`__Host-${name}`, value, options.maxAge)}; Secure`, ...stale]
}
