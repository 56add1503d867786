import { Elysia } from 'elysia'
import { refuse } from '../../errors'
import { requestedHost } from './forwarded-headers'

/**
 * Protects routes that set or use a cookie against requests from other sites. They take JSON only, which a form cannot send, and
 * must come from our own pages or from a program that is not a browser; where the public address is set, under its name.
 */
export function sameOriginJson(publicUrl: string | undefined) {
  return new Elysia({ name: 'same-origin-json', seed: publicUrl }).onTransform({ as: 'scoped' }, ({ request }) => {
    if (isFromOtherSite(request, publicUrl) || isToOtherName(request, publicUrl)) refuse('ERR_CROSS_SITE_REQUEST')
    const type = request.headers.get('content-type')
    if (type !== null && !/^application\/json\s*(;|$)/i.test(type)) refuse('ERR_JSON_ONLY')
  })
}

/**
 * Browsers send Sec-Fetch-Site over HTTPS and to localhost, and Origin everywhere; programs send neither. Under another name
 * than the public one, a browser calls its page the same site.
 */
export function isFromOtherSite(request: Request, publicUrl: string | undefined) {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return true
  const origin = request.headers.get('origin')
  if (origin === null || (site !== null && publicUrl === undefined)) return false
  const own = ownHosts(request, publicUrl).map(withoutDefaultPort)
  return !own.includes(withoutDefaultPort(hostOf(origin) ?? origin))
}

/** Some proxies pass their own name for ours, so that a browser's origin counts for more than the requested host. */
function isToOtherName(request: Request, publicUrl: string | undefined) {
  if (publicUrl === undefined || request.headers.has('origin')) return false
  return !ownHosts(request, publicUrl)
    .map(withoutPort)
    .includes(withoutPort(requestedHost(request)))
}

/** Any host where no public one is set. On the machine itself the product has its names as well. */
function ownHosts(request: Request, publicUrl: string | undefined) {
  const requested = requestedHost(request)
  const named = publicUrl === undefined ? undefined : hostOf(publicUrl)
  if (named === undefined) return [requested]
  return loopback.test(withoutPort(requested)) ? [named, requested] : [named]
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

const withoutPort = (host: string) => host.toLowerCase().replace(/:\d+$/, '')

/** Whether another site embeds the file or page, rather than a user navigating to it. */
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
