import type { CompanyId } from '../ids'

/**
 * Has the node that serves the company answer. `body` replaces the request's if that was read already. Must answer 503 with
 * ERR_COMPANY_ELSEWHERE when no node serves it, and must not forward a request that another node forwarded.
 */
export type Forward = (request: Request, companyId: CompanyId, body?: Uint8Array<ArrayBuffer>) => Promise<Response>
