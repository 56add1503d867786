import { Elysia } from 'elysia'
import { isAdmin } from '../../kernel/company/actor'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { UserGuard } from '../../kernel/http/user-guard'
import { refuseOtherCompany } from '../../kernel/http/request-parts'
import type { SuperUserGuard } from '../../kernel/http/super-user-guard'
import { invoiceCalls, invoicePaymentCalls } from './invoice.calls'
import { getSubscription, listInvoicePage, listOpenInvoicePage } from './invoice.queries'
import { payInvoice } from './pay-invoice'
import type { Platform } from '../platform'

/** `openUserGuard` checks only the session: an expired company needs them. Paid ones are for admins. */
export function invoiceRoutes(openUserGuard: UserGuard, superUserGuard: SuperUserGuard, platform: Platform) {
  const forCompany = answerCalls(new Elysia({ name: 'invoices' }).use(openUserGuard), invoiceCalls, {
    'GET /invoices': ({ ctx, query }) => {
      const companyId = requestedCompany(ctx, query.companyId)
      return listInvoicePage(platform, companyId, { ...query, openOnly: !isAdmin(ctx.actor) })
    },
    'GET /subscription': ({ ctx }) => getSubscription(platform, ctx),
  })
  const forSuperUsers = answerCalls(new Elysia({ name: 'invoice-payment' }).use(superUserGuard), invoicePaymentCalls, {
    'GET /invoices/open': ({ query }) => listOpenInvoicePage(platform, query),
    'POST /invoices/:id/pay': ({ operator, params }) => payInvoice(platform, operator, params.id),
  })
  return new Elysia({ name: 'invoice-routes' }).use(forCompany).use(forSuperUsers)
}

/** @throws Refusal ERR_NO_PERMISSION for another company, except for super users */
function requestedCompany(ctx: CompanyContext, given: number | undefined) {
  if (ctx.actor.kind === 'user' && ctx.actor.super) return given ?? ctx.company.id
  refuseOtherCompany(ctx, given)
  return ctx.company.id
}
