import { asSystem, type CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { reaction } from '../../kernel/event/event-log'
import { cancelJob, enqueueJob, type LocalJob } from '../../kernel/job/jobs'
import { addDays, weekdays } from '../../kernel/time/calendar-days'
import { addMs } from '../../kernel/time/clock'
import { dayMs } from '../../kernel/time/durations.contract'
import { localDay, readMoment, timeZoneOf } from '../../kernel/time/time-zone'
import { sendMailOnce } from '../../platform/mail/send-mail-once'
import { getSettings, isSettingEnabled } from '../../setting/setting.queries'
import type { MailKind } from '../../user/mail-choice/mail-kinds.contract'
import { listUsers, type User } from '../../user/user.queries'
import { getDashboard } from '../get-dashboard'
import { weeklyReportMail } from './weekly-report-mail'

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    'report.weekly': object
  }
}

const jobKey = 'report.weekly'
const week = 7

/** @throws Refusal ERR_NO_MAIL_SERVER; ERR_INVALID_INPUT for addresses of nobody here. The setting then stays as it was. */
export const weeklyReportReaction = reaction('setting.changed', (ctx, { data: { key, to } }) => {
  if (!key.startsWith('weeklyReport')) return
  if (key === 'weeklyReport' && to === 'enabled' && !ctx.company.services.ports.mailing()) refuse('ERR_NO_MAIL_SERVER')
  if (key === 'weeklyReportEmails') assertUsers(ctx, to)
  cancelJob(ctx, jobKey)
  if (isSettingEnabled(ctx, 'weeklyReport')) enqueueJob(ctx, jobKey, {}, { runAt: nextTime(ctx), dedupeKey: jobKey })
})

export const weeklyReportJob: LocalJob<'report.weekly'> = {
  attemptsMax: 10,
  run(ctx) {
    if (!isSettingEnabled(ctx, 'weeklyReport')) return undefined
    sendWeeklyReport(asSystem(ctx))
    return nextTime(ctx)
  },
}

/** Once to each reader, also after a crash: of the seven days before the chosen day that began last. */
function sendWeeklyReport(ctx: CompanyContext) {
  const mailing = ctx.company.services.ports.mailing()
  if (!mailing) return
  const day = lastDay(ctx, localDay(ctx.now, timeZoneOf(ctx)))
  const dashboard = getDashboard(
    ctx,
    { days: undefined, date_from: addDays(day, -week), date_to: addDays(day, -1) },
    () => false,
  )
  const about = ctx.company.services.about(ctx.company.id)
  const report = { ...mailing, company: about.name, dashboard }
  ctx.transaction(() => {
    for (const { id, name, email, language: own } of listReaders(ctx)) {
      const language = own ?? about.language
      const kind: MailKind = 'weeklyReportMail'
      const leaveLink = mailing.leaveLink({ companyId: ctx.company.id, userId: id, kind }, language)
      sendMailOnce(ctx, `weekly:${day}:${id}`, () => ({
        to: { name, address: email },
        ...weeklyReportMail(report, { language, name, leaveLink }),
        leaveLink,
        reader: { userId: id, kind },
        // The next one is newer.
        before: addMs(ctx.now, 3 * dayMs),
      }))
    }
  })
}

const addressesIn = (text: string) => text.split(', ').filter(Boolean)

/** Neither who was invited and has no password yet, nor who left it. */
function listReaders(ctx: CompanyContext): User[] {
  const chosen = addressesIn(getSettings(ctx).weeklyReportEmails)
  return listUsers(ctx).filter(({ profile, email, passwordHash, weeklyReportMail }) => {
    if (passwordHash === '' || !weeklyReportMail) return false
    return chosen.length === 0 ? profile === 'admin' : chosen.includes(email.toLowerCase())
  })
}

function assertUsers(ctx: CompanyContext, text: string) {
  const known = new Set(listUsers(ctx).map(({ email }) => email.toLowerCase()))
  if (!addressesIn(text).every((address) => known.has(address)))
    refuse('ERR_INVALID_INPUT', { fields: { weeklyReportEmails: 'notUsers' } })
}

/** The chosen weekday, today or before. */
function lastDay(ctx: CompanyContext, today: string) {
  const wanted = weekdays.indexOf(getSettings(ctx).weeklyReportDay as (typeof weekdays)[number])
  // 1970-01-05 was a Monday.
  const present = Math.floor(Date.parse(today) / dayMs + 3) % week
  return addDays(today, -((present - wanted + week) % week))
}

/** In the company’s time zone, so that the hour stays when clocks change. A skipped hour is the next one. */
function nextTime(ctx: CompanyContext): Date {
  const zone = timeZoneOf(ctx)
  const { weeklyReportHour: hour } = getSettings(ctx)
  const day = lastDay(ctx, localDay(ctx.now, zone))
  for (const next of [day, addDays(day, week)]) {
    const at = readMoment(`${next}T${hour}`, zone)
    if (at && at > ctx.now) return at
  }
  return addMs(ctx.now, week * dayMs)
}
