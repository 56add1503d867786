import { Cron } from 'croner'
import { checkAccess } from './connection/running/connection-channel'
import { sweepFlowFiles } from './flow/edit/sweep-flow-files'
import { createContext } from './kernel/company/company-context'
import { forgetOldEvents } from './kernel/event/forget-old-events'
import { sweepMedia } from './kernel/file/sweep-media'
import { listCompanyIds } from './platform/company/company.queries'
import { forgetOldAudit } from './platform/sign-in/forget-old-audit'
import { makeInvoices } from './platform/invoice/make-invoices'
import { measureCompanyFolder, measureNewFolders } from './platform/company/measure-company-folder'
import { enqueueWebhookRegistration } from './platform/payment/payments'
import { verifyNewCharges, verifyOldCharges } from './platform/payment/charge/verify-charge'
import type { Platform } from './platform/platform'
import { sweepPictures } from './platform/sweep-pictures'
import { turnDays } from './platform/invoice/turn-days'
import { forgetOldDeliveries } from './webhook/delivery/forget-old-deliveries'

/** Starts all recurring schedules. Times are in the host's time zone. */
export function startCron(platform: Platform) {
  const schedules = [
    once(platform, '20 0 * * *', 'make the invoices', () => makeInvoices(platform)),
    once(platform, '50 3 * * *', 'forget old audit records', () => forgetOldAudit(platform)),
    once(platform, '55 3 * * *', 'delete unused pictures', () => sweepPictures(platform)),
    once(platform, '*/2 * * * *', 'verify new charges', () => verifyNewCharges(platform)),
    once(platform, '15 5 * * *', 'verify older charges', () => verifyOldCharges(platform)),
    once(platform, '30 4 * * *', 'register the payment webhook', () => enqueueWebhookRegistration(platform)),
    // Time zones differ by multiples of 15 minutes; one second later the new day has started everywhere.
    sinceLast(platform, '1 */15 * * * *', 'turn the days', (since) => turnDays(platform, since)),
    once(platform, '*/15 * * * *', 'measure the folders of new companies', () => measureNewFolders(platform)),
    eachCompany(platform, '10 3 * * *', 'measure the folders', (id) => measureCompanyFolder(platform, id)),
    eachCompany(platform, '35 4 * * *', 'check the access to accounts', async (id) =>
      checkAccess(createContext(await platform.files.ready(id))),
    ),
    eachCompany(platform, '40 3 * * *', 'forget old events', async (id) =>
      forgetOldEvents(await platform.files.ready(id), platform.clock.now()),
    ),
    eachCompany(platform, '42 3 * * *', 'delete unused files of flows', async (id) =>
      sweepFlowFiles(await platform.files.ready(id)),
    ),
    eachCompany(platform, '44 3 * * *', 'delete unused files', async (id) =>
      sweepMedia(await platform.files.ready(id)),
    ),
    eachCompany(platform, '45 3 * * *', 'forget old webhook deliveries', async (id) =>
      forgetOldDeliveries(await platform.files.ready(id), platform.clock.now()),
    ),
  ]
  return { stop: () => schedules.forEach((schedule) => schedule.stop()) }
}

/** Runs at the given times and now, because the host may have been down at the last one. */
function once(platform: Platform, pattern: string, what: string, run: () => unknown) {
  const attempt = async () => {
    try {
      await run()
    } catch (error) {
      platform.log.error(`Recurring work failed: ${what}`, { error })
    }
  }
  void attempt()
  return new Cron(pattern, { protect: true }, attempt)
}

/** Passes the time of the last run in this process. */
function sinceLast(platform: Platform, pattern: string, what: string, run: (since: Date) => unknown) {
  let since = platform.clock.now()
  return once(platform, pattern, what, () => {
    const now = platform.clock.now()
    const previous = since
    since = now
    return run(previous)
  })
}

/** Runs for one company after the other and yields in between. A failure in one does not stop the others. */
function eachCompany(platform: Platform, pattern: string, what: string, run: (id: number) => unknown) {
  return new Cron(pattern, { protect: true }, async () => {
    for (const id of listCompanyIds(platform)) {
      try {
        await run(id)
      } catch (error) {
        platform.log.error(`The nightly work of a company failed: ${what}`, { company: id, error })
      }
      await Bun.sleep(10)
    }
  })
}
