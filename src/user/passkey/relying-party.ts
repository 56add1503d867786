import { refuse } from '../../kernel/errors'
import { isFromOtherSite } from '../../kernel/http/edge/same-origin'
import type { Platform } from '../../platform/platform'

/** For whom a passkey is: the page's own origin and its host without the port. @throws Refusal ERR_CROSS_SITE_REQUEST */
export function relyingParty({ config: { publicUrl } }: Platform, request: Request) {
  const origin = URL.parse(request.headers.get('origin') ?? '')
  if (!origin || isFromOtherSite(request, publicUrl)) refuse('ERR_CROSS_SITE_REQUEST')
  return { origin: origin.origin, host: origin.hostname }
}
