import { asSystem, type CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { reaction } from '../../kernel/event/event-log'
import { cancelJob, enqueueJob, type LocalJob } from '../../kernel/job/jobs'
import { addDays } from '../../kernel/time/calendar-days'
import { addMs } from '../../kernel/time/clock'
import { dayMs, hourMs } from '../../kernel/time/durations.contract'
import { localDay, readMoment, startOfHour, timeZoneOf } from '../../kernel/time/time-zone'
import { sendMailOnce } from '../../platform/mail/send-mail-once'
import { getSettings } from '../../setting/setting.queries'
import type { MailKind } from '../../user/mail-choice/mail-kinds.contract'
import { listUsers } from '../../user/user.queries'
import { breachDigestMail } from './breach-digest-mail'
import { countBreaches, listBreaches } from './list-breaches.view'

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    /** Ms since 1970, of the first breach that has not been told. */
    'sla.digest': { sinceMs: number }
  }
}

const jobKey = 'sla.digest'
const listedMax = 50
const dailyAt = '08:00'

const digestOf = (ctx: CompanyContext) => getSettings(ctx).breachDigest

/** Within a digest, the first breach decides when it is sent. */
const noteBreach = reaction('sla.breached', (ctx) => {
  if (digestOf(ctx) === 'disabled') return
  const options = { runAt: nextTime(ctx), dedupeKey: jobKey, keepsPayload: true }
  enqueueJob(ctx, jobKey, { sinceMs: ctx.now.getTime() }, options)
})

/** @throws Refusal ERR_NO_MAIL_SERVER; the setting then stays as it was */
const followSetting = reaction('setting.changed', (ctx, { data: { key, from, to } }) => {
  if (key !== 'breachDigest') return
  if (from === 'disabled' && !ctx.company.services.ports.mailing()) refuse('ERR_NO_MAIL_SERVER')
  if (to === 'disabled') cancelJob(ctx, jobKey)
})

export const breachDigestReactions = [noteBreach, followSetting]

export const breachDigestJob: LocalJob<'sla.digest'> = {
  attemptsMax: 10,
  run: (ctx, { sinceMs }) => ctx.transaction(() => sendDigest(asSystem(ctx), sinceMs)),
}

/** Once to each administrator, also after a crash. */
function sendDigest(ctx: CompanyContext, sinceMs: number) {
  const mailing = ctx.company.services.ports.mailing()
  if (!mailing || digestOf(ctx) === 'disabled') return
  const span = { sinceMs, untilMs: ctx.now.getTime() }
  const breaches = listBreaches(ctx, span, listedMax)
  if (breaches.length === 0) return
  const about = ctx.company.services.about(ctx.company.id)
  const { name: company, timeZone } = about
  const digest = { ...mailing, company, timeZone, breaches, count: countBreaches(ctx, span) }
  for (const { id, name, email, language: own, profile, passwordHash, breachDigestMail: wants } of listUsers(ctx)) {
    if (profile !== 'admin' || passwordHash === '' || !wants) continue
    const language = own ?? about.language
    const kind: MailKind = 'breachDigestMail'
    const leaveLink = mailing.leaveLink({ companyId: ctx.company.id, userId: id, kind }, language)
    sendMailOnce(ctx, `breaches:${sinceMs}:${id}`, () => ({
      to: { name, address: email },
      ...breachDigestMail(digest, { language, name, leaveLink }),
      leaveLink,
      reader: { userId: id, kind },
      before: addMs(ctx.now, dayMs),
    }))
  }
}

/** The next full hour, or the next morning in the company’s time zone. */
function nextTime(ctx: CompanyContext): Date {
  const zone = timeZoneOf(ctx)
  if (digestOf(ctx) === 'hourly') return new Date(startOfHour(ctx.now, zone) + hourMs)
  const today = localDay(ctx.now, zone)
  for (const day of [today, addDays(today, 1)]) {
    const at = readMoment(`${day}T${dailyAt}`, zone)
    if (at && at > ctx.now) return at
  }
  return addMs(ctx.now, dayMs)
}
