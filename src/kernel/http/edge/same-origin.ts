import { Elysia } from 'elysia'
import { refuse } from '../../errors'
import { requestedHost } from './forwarded-headers'

/** For routes with a cookie: JSON, which a form cannot send, from our own pages or a program that is no browser. */
export function sameOriginJson(publicUrl: string | undefined) {
  return new Elysia({ name: 'same-origin-json', seed: publicUrl }).onTransform({ as: 'scoped' }, ({ request }) => {
    if (isFromOtherSite(request, publicUrl) || isToOtherName(request, publicUrl)) refuse('ERR_CROSS_SITE_REQUEST')
    const type = request.headers.get('content-type')
    if (type !== null && !/^application\/json\s*(;|$)/i.test(type)) refuse('ERR_JSON_ONLY')
  })
}

/** Browsers send Sec-Fetch-Site over HTTPS and to localhost, and Origin everywhere; programs neither. */
export function isFromOtherSite(request: Request, publicUrl: string | undefined) {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return true
  const origin = request.headers.get('origin')
  if (origin === null || (site !== null && publicUrl === undefined)) return false
  const own = ownHosts(request, publicUrl).map(withoutDefaultPort)
  return !own.includes(withoutDefaultPort(hostOf(origin) ?? origin))
}

/** Some proxies pass their own name instead of ours. */
function isToOtherName(request: Request, publicUrl: string | undefined) {
  if (publicUrl === undefined || request.headers.has('origin')) return false
  return !ownHosts(request, publicUrl)
    .map(withoutPort)
    .includes(withoutPort(requestedHost(request)))
}

/** Any host without a public address; on the machine itself also its names. */
function ownHosts(request: Request, publicUrl: string | undefined) {
  const requested = requestedHost(request)
  const named = publicUrl === undefined ? undefined : hostOf(publicUrl)
  if (named === undefined) return [requested]
  return loopback.test(withoutPort(requested)) ? [named, requested] : [named]
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

const withoutPort = (host: string) => host.toLowerCase().replace(/:\d+$/, '')

/** Whether another site embeds it, rather than a user navigating to it. */
export function isEmbeddedByOtherSite({ headers }: Request) {
  const site = headers.get('sec-fetch-site')
  return (site === 'cross-site' || site === 'same-site') && headers.get('sec-fetch-mode') !== 'navigate'
}

function hostOf(address: string) {
  return URL.parse(address)?.host
}

/** Some proxies add the default port, which browsers omit. */
function withoutDefaultPort(host: string) {
  return host.toLowerCase().replace(/:(80|443)$/, '')
}
