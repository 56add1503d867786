import { Elysia } from 'elysia'
import { announcementFileRoutes, announcementRecord } from './announcement/announcement.routes'
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

export const platformDomain = {
  name: 'platform',
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
} satisfies Domain
