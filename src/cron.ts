import { Cron } from 'croner'
import { forgetOldEvents } from './kernel/forget-old-events'
import { listCompanyIds } from './platform/company.queries'
import { measureCompanyFolder } from './platform/measure-company-folder'
import type { Platform } from './platform/platform'

/** Every recurring schedule of the product, on one screen. Times are the host's. */
export function startCron(platform: Platform) {
  const schedules = [
    eachCompany(platform, '10 3 * * *', 'measure the folders', (id) => measureCompanyFolder(platform, id)),
    eachCompany(platform, '40 3 * * *', 'forget old events', (id) =>
      forgetOldEvents(platform.files.use(id), platform.clock.now()),
    ),
  ]
  return { stop: () => schedules.forEach((schedule) => schedule.stop()) }
}

/** One company after the other, with a breath between; one that fails stops no other. */
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
