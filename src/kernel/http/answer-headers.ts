import { isSecureRequest } from './edge/forwarded-headers'

/** What every policy ends with, since `default-src` does not cover it. */
export const policyEnd = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export const callHeaders = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; object-src 'none'; ${policyEnd}`,
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}

const defaults = Object.entries(callHeaders)

/** Also of what is answered before a route is known. Over HTTPS, browsers then never call without it. */
export function completeHeaders(request: Request, { headers }: Response) {
  for (const [name, value] of defaults) if (!headers.has(name)) headers.set(name, value)
  if (isSecureRequest(request)) headers.set('strict-transport-security', 'max-age=31536000')
}
