import { Elysia } from 'elysia'
import { refuse } from '../../errors'
import { requestedHost } from './forwarded-headers'

/**
 * Protects routes that set or use a cookie against requests from other sites. They take JSON only, which a form cannot send, and
 * must come from our own pages or from a program that is not a browser.
 */
export function sameOriginJson(publicUrl: string | undefined) {
  return new Elysia({ name: 'same-origin-json', seed: publicUrl }).onTransform({ as: 'scoped' }, ({ request }) => {
    if (isFromOtherSite(request, publicUrl)) refuse('ERR_CROSS_SITE_REQUEST')
    const type = request.headers.get('content-type')
    if (type !== null && !/^application\/json\s*(;|$)/i.test(type)) refuse('ERR_JSON_ONLY')
  })
}

/** Browsers send Sec-Fetch-Site over HTTPS and to localhost, and Origin everywhere; programs send neither. */
function isFromOtherSite(request: Request, publicUrl: string | undefined) {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const origin = request.headers.get('origin')
  if (origin === null) return false
  const own = [requestedHost(request), publicUrl && hostOf(publicUrl)].map((host) => host && withoutDefaultPort(host))
  return !own.includes(withoutDefaultPort(hostOf(origin) ?? origin))
}

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
