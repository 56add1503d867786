import { Cron } from 'croner'
import { domains } from './domains'
import { listCompanyIds } from './platform/company/company.queries'
import { isMuted } from './platform/company/mute-company'
import type { RecurringWork } from './platform/domain'
import type { Platform } from './platform/platform'

export function startCron(platform: Platform) {
  const schedules = domains.flatMap(({ recurring = [] }) => recurring.map((work) => schedule(platform, work)))
  return { stop: () => schedules.forEach((one) => one.stop()) }
}

function schedule(platform: Platform, work: RecurringWork) {
  if ('eachCompany' in work) return new Cron(work.at, { protect: true }, () => runForEachCompany(platform, work))
  let since = platform.clock.now()
  const attempt = async () => {
    const now = platform.clock.now()
    const previous = since
    since = now
    if (work.ofBusiness && !platform.business.isOwner()) return
    try {
      await work.run(platform, previous)
    } catch (error) {
      platform.log.error(`Recurring work failed: ${work.what}`, { error })
    }
  }
  void attempt()
  return new Cron(work.at, { protect: true }, attempt)
}

/** Yields in between. A failure in one does not stop others. */
async function runForEachCompany(
  platform: Platform,
  { what, eachCompany }: Extract<RecurringWork, { eachCompany: unknown }>,
) {
  for (const id of listCompanyIds(platform)) {
    if (isMuted(platform, id) || !platform.files.isOwned(id)) continue
    try {
      await eachCompany(platform, id)
    } catch (error) {
      platform.log.error(`The nightly work of a company failed: ${what}`, { company: id, error })
    }
    await Bun.sleep(10)
  }
}
