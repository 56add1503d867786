import { Elysia } from 'elysia'
import { announcementFileRoutes, announcementRecord, announcementFileCalls } from './announcement/announcement.routes'
import { brandLogoRoutes } from './branding/brand-logo.routes'
import { companyRoutes } from './company/company.routes'
import type { Domain } from './domain'
import { helpRecord } from './help/help.record'
import { invoiceRoutes } from './invoice/invoice.routes'
import { mailJobs } from './mail/mail.jobs'
import { paymentJobs } from './payment/payment.jobs'
import { paymentRoutes } from './payment/payment.routes'
import { paymentWebhookRoutes } from './payment/payment-webhook.routes'
import { planRecords, publicPlanRoutes } from './plan/plan.record'
import { subscriptionLive } from './invoice/subscription.live'
import { checkoutCalls, paymentSettingsCalls, paymentWebhookCalls, unclearPaymentCalls } from './payment/payment.calls'
import { companyCalls, ownCompanyCalls, CompanyView, OwnCompanyView } from './company/company.calls'
import { invoiceCalls, invoicePaymentCalls, InvoiceView } from './invoice/invoice.calls'
import { logoCalls, publicLogoCalls } from './branding/brand-logo.calls'
import { publicPlanCalls, CompanyPlanView } from './plan/plan.calls'
import { forgetOldEvents } from '../kernel/event/forget-old-events'
import { sweepMedia } from '../kernel/file/sweep-media'
import { hostTopic } from './company/company.live'
import { measureCompanyFolder, measureNewFolders } from './company/measure-company-folder'
import { makeInvoices } from './invoice/make-invoices'
import { turnDays } from './invoice/turn-days'
import { verifyNewCharges, verifyOldCharges } from './payment/charge/verify-charge'
import { enqueueWebhookRegistration } from './payment/payments'
import { forgetOldAudit } from './sign-in/forget-old-audit'
import { sweepPictures } from './sweep-pictures'

export const platformDomain = {
  name: 'platform',
  calls: {
    ...announcementFileCalls,
    ...checkoutCalls,
    ...companyCalls,
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
  views: { CompanyPlanView, CompanyView, InvoiceView, OwnCompanyView },
  records: [announcementRecord, helpRecord, planRecords],
  routes: ({ platform, guard, openUserGuard, superUserGuard, authenticateFile }) =>
    new Elysia({ name: 'platform' })
      .use(publicPlanRoutes(platform))
      .use(companyRoutes(guard, superUserGuard, platform))
      .use(invoiceRoutes(openUserGuard, superUserGuard, platform))
      .use(paymentRoutes(openUserGuard, superUserGuard, platform))
      .use(paymentWebhookRoutes(platform))
      .use(brandLogoRoutes(superUserGuard, platform))
      .use(announcementFileRoutes(platform, authenticateFile)),
  presenters: [subscriptionLive],
  jobs: { ...paymentJobs, ...mailJobs },
  topics: (_, actor) => ['subscription', ...(actor.super ? [hostTopic] : [])],
  recurring: [
    { at: '20 0 * * *', what: 'make the invoices', run: (platform) => makeInvoices(platform) },
    { at: '50 3 * * *', what: 'forget old audit records', run: forgetOldAudit },
    { at: '55 3 * * *', what: 'delete unused pictures', run: sweepPictures },
    { at: '*/2 * * * *', what: 'verify new charges', run: verifyNewCharges },
    { at: '15 5 * * *', what: 'verify older charges', run: verifyOldCharges },
    { at: '30 4 * * *', what: 'register the payment webhook', run: enqueueWebhookRegistration },
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
