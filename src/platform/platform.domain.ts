import { forgetOldAudit } from './sign-in/forget-old-audit'
import { sweepPictures } from './sweep-pictures'
import { Elysia } from 'elysia'
import { announcementFileRoutes, announcementRecord, announcementFileCalls } from './announcement/announcement.routes'
import { brandLogoRoutes, logoCalls, publicLogoCalls } from './branding/brand-logo.routes'
import { HostAuditView, hostAuditCalls } from './audit/host-audit.calls'
import { hostAuditRoutes } from './audit/host-audit.routes'
import { companyRoutes } from './company/company.routes'
import type { Domain } from './domain'
import { helpRecord } from './help/help.record'
import { mailJobs } from './mail/send-mail'
import { paymentJobs } from './payment/enqueue-payment-job'
import { paymentRoutes } from './payment/payment.routes'
import { paymentWebhookRoutes } from './payment/payment-webhook.routes'
import { planRecords, publicPlanRoutes } from './plan/plan.record'
import { subscriptionLive, recordSubscription } from './invoice/subscription.live'
import { checkoutCalls, paymentSettingsCalls, paymentWebhookCalls, unclearPaymentCalls } from './payment/payment.calls'
import { companyCalls, ownCompanyCalls, CompanyView, OwnCompanyView } from './company/company.calls'
import { invoiceCalls, invoicePaymentCalls, InvoiceView } from './invoice/invoice.calls'
import { publicPlanCalls, CompanyPlanView } from './plan/plan.calls'
import { forgetOldEvents } from '../kernel/event/forget-old-events'
import { removeJob } from '../kernel/file/bucket/remove-objects'
import { uploadJob } from '../kernel/file/bucket/upload-media'
import { sweepMedia } from '../kernel/file/sweep-media'
import { hostTopic } from './company/company.live'
import { sweepImports } from './company/import-folder'
import { measureCompanyFolder, measureNewFolders } from './company/measure-company-folder'
import { mailInvoices } from './invoice/mail-invoices'
import { makeInvoices } from './invoice/make-invoices'
import { verifyNewCharges, verifyOldCharges } from './payment/charge/verify-charge'
import { enqueueWebhookRegistration } from './payment/payments'
import { between, ne, and } from 'drizzle-orm'
import { createTurns } from '../kernel/company/batches'
import { addDays } from '../kernel/time/calendar-days'
import { localDay } from '../kernel/time/time-zone'
import { firstCompanyId } from './company/company.queries'
import type { Platform } from './platform'
import { companyTable } from './platform.tables'
import { daysUntil } from './invoice/subscription'
import { isAdmin } from '../kernel/company/actor'
import { answerCalls } from '../kernel/http/answer-calls'
import type { CompanyContext } from '../kernel/company/company-context'
import type { UserGuard, SuperUserGuard } from '../kernel/http/user-guard'
import { refuseOtherCompany } from '../kernel/http/request-parts'
import { getSubscription, listInvoicePage, listOpenInvoicePage } from './invoice/invoice.queries'
import { payInvoice } from './invoice/pay-invoice'

export const platformDomain = {
  name: 'platform',
  calls: {
    ...announcementFileCalls,
    ...checkoutCalls,
    ...companyCalls,
    ...hostAuditCalls,
    ...invoiceCalls,
    ...invoicePaymentCalls,
    ...logoCalls,
    ...ownCompanyCalls,
    ...paymentSettingsCalls,
    ...paymentWebhookCalls,
    ...publicLogoCalls,
    ...publicPlanCalls,
    ...unclearPaymentCalls,
  },
  views: { CompanyPlanView, CompanyView, HostAuditView, InvoiceView, OwnCompanyView },
  records: [announcementRecord, helpRecord, planRecords],
  routes: ({ platform, guard, openUserGuard, superUserGuard, authenticateFile }) =>
    new Elysia({ name: 'platform' })
      .use(publicPlanRoutes(platform))
      .use(hostAuditRoutes(guard, platform))
      .use(companyRoutes(guard, superUserGuard, platform))
      .use(invoiceRoutes(openUserGuard, superUserGuard, platform))
      .use(paymentRoutes(openUserGuard, superUserGuard, platform))
      .use(paymentWebhookRoutes(platform))
      .use(brandLogoRoutes(superUserGuard, platform))
      .use(announcementFileRoutes(platform, authenticateFile)),
  presenters: [subscriptionLive],
  jobs: { ...paymentJobs, ...mailJobs, 'media.upload': uploadJob, 'media.remove': removeJob },
  topics: (_, actor) => ['subscription', ...(actor.super ? [hostTopic] : [])],
  recurring: [
    { at: '20 0 * * *', what: 'make the invoices', ofBusiness: true, run: (platform) => makeInvoices(platform) },
    { at: '30 */15 * * * *', what: 'mail the invoices', ofBusiness: true, run: (platform) => mailInvoices(platform) },
    { at: '50 3 * * *', what: 'forget old audit records', ofBusiness: true, run: forgetOldAudit },
    { at: '55 3 * * *', what: 'delete unused pictures', ofBusiness: true, run: sweepPictures },
    { at: '57 3 * * *', what: 'delete what an unfinished import has read', run: sweepImports },
    { at: '*/2 * * * *', what: 'verify new charges', ofBusiness: true, run: verifyNewCharges },
    { at: '15 5 * * *', what: 'verify older charges', ofBusiness: true, run: verifyOldCharges },
    { at: '30 4 * * *', what: 'register the payment webhook', ofBusiness: true, run: enqueueWebhookRegistration },
    // A second after the quarters on which time zones begin a day.
    { at: '1 */15 * * * *', what: 'turn the days', run: turnDays },
    { at: '*/15 * * * *', what: 'measure the folders of new companies', run: measureNewFolders },
    { at: '10 3 * * *', what: 'measure the folders', eachCompany: measureCompanyFolder },
    {
      at: '40 3 * * *',
      what: 'forget old events',
      eachCompany: async ({ files, clock }, id) => forgetOldEvents(await files.ready(id), clock.now()),
    },
    {
      at: '44 3 * * *',
      what: 'delete unused files',
      eachCompany: async ({ files }, id) => sweepMedia(await files.ready(id)),
    },
  ],
} satisfies Domain

const publishFromDays = 5
const publishToDays = -1

/** Call it every quarter of an hour, on which midnights of time zones fall. */
export async function turnDays(platform: Platform, since: Date) {
  const now = platform.clock.now()
  const today = localDay(now, 'UTC')
  // Local days differ from UTC's.
  const near = between(companyTable.dueDate, addDays(today, publishToDays - 1), addDays(today, publishFromDays + 1))
  const columns = { id: companyTable.id, dueDate: companyTable.dueDate, timeZone: companyTable.timeZone }
  const rows = platform.catalog.db
    .select(columns)
    .from(companyTable)
    .where(and(near, ne(companyTable.id, firstCompanyId)))
    .all()
  const turns = createTurns()
  for (const { id, dueDate, timeZone } of rows) {
    const left = daysUntil(dueDate, now, timeZone)
    const turned = left !== daysUntil(dueDate, since, timeZone)
    if (turned && left <= publishFromDays && left >= publishToDays)
      recordSubscription(platform, id, 'subscription.changed')
    // Opens the company's file.
    await turns()
  }
}

/** `openUserGuard` checks only the session: an expired company needs them. Paid ones are for admins. */
function invoiceRoutes(openUserGuard: UserGuard, superUserGuard: SuperUserGuard, platform: Platform) {
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
