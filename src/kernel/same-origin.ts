import { Elysia } from 'elysia'
import { refuse } from './errors'
import { requestedHost } from './forwarded-headers'

/**
 * For calls that set or use a cookie: another site's page can make a browser send them. They take JSON only, which a form
 * cannot send, and come from our own pages or from a program that is no browser.
 */
export function sameOriginJson(publicUrl: string | undefined) {
  return new Elysia({ name: 'same-origin-json', seed: publicUrl }).onTransform({ as: 'scoped' }, ({ request }) => {
    if (isFromOtherSite(request, publicUrl)) refuse('ERR_CROSS_SITE_REQUEST')
    const type = request.headers.get('content-type')
    if (type !== null && !/^application\/json\s*(;|$)/i.test(type)) refuse('ERR_JSON_ONLY')
  })
}

/** Browsers send Sec-Fetch-Site to HTTPS and this machine, and Origin everywhere; programs send neither. */
function isFromOtherSite(request: Request, publicUrl: string | undefined) {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const origin = request.headers.get('origin')
  if (origin === null) return false
  const own = [requestedHost(request), publicUrl && hostOf(publicUrl)].map((host) => host && withoutDefaultPort(host))
  return !own.includes(withoutDefaultPort(hostOf(origin) ?? origin))
}

/** Of a file or a page: a picture or script of another site asks for it, rather than a person who goes there. */
export function isEmbeddedElsewhere({ headers }: Request) {
  const site = headers.get('sec-fetch-site')
  return (site === 'cross-site' || site === 'same-site') && headers.get('sec-fetch-mode') !== 'navigate'
}

function hostOf(address: string) {
  return URL.parse(address)?.host
}

/** Some proxies write the port where a browser leaves it out. */
function withoutDefaultPort(host: string) {
  return host.toLowerCase().replace(/:(80|443)$/, '')
}
