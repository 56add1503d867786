import { isSecureRequest } from './forwarded-headers'

interface CookieOptions {
  /** Seconds; 0 removes the cookie. */
  maxAge: number
  sameSite: 'Lax' | 'Strict'
}

/** The cookie's text as it was sent; undefined when there is none. Values of ours need no decoding. */
export function readCookie({ headers }: Request, name: string): string | undefined {
  for (const part of (headers.get('cookie') ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at !== -1 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}

/** The name with which a browser keeps other hosts of the same domain, and HTTP, from setting the cookie. */
export function hostCookieName(request: Request, name: string) {
  return isSecureRequest(request) ? `__Host-${name}` : name
}

/** `Set-Cookie` lines for a cookie that no script reads. Over HTTPS the unprotected cookie of the same name is removed. */
export function hostCookieLines(request: Request, name: string, value: string, options: CookieOptions): string[] {
  const line = (fullName: string, text: string, maxAge: number) =>
    `${fullName}=${text}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=${options.sameSite}`
  if (!isSecureRequest(request)) return [line(name, value, options.maxAge)]
  const stale = readCookie(request, name) === undefined ? [] : [line(name, '', 0)]
  return [`${line(`__Host-${name}`, value, options.maxAge)}; Secure`, ...stale]
}
