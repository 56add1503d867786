import * as v from 'valibot'
import { CompanyIdText, PageNumber, SearchParam } from '../../kernel/http/request-parts'

/** GET /invoices. Only a super user's `companyId` may be another company's. */
export const ListInvoicesQuery = v.object({
  searchParam: SearchParam,
  pageNumber: PageNumber,
  companyId: CompanyIdText,
})
export type ListInvoicesQuery = v.InferOutput<typeof ListInvoicesQuery>

/** GET /invoices/open, for super users. */
export const ListOpenInvoicesQuery = v.object({ searchParam: SearchParam, pageNumber: PageNumber })
