import type { CompanyId } from '../ids'

/** Has the company's node answer: 503 ERR_COMPANY_ELSEWHERE without one; never forwards twice. `body`: the request's, if already read. */
export type Forward = (request: Request, companyId: CompanyId, body?: Uint8Array<ArrayBuffer>) => Promise<Response>
