import type { CompanyContext } from '../../kernel/company/company-context'
import { randomToken, type UserId } from '../../kernel/ids'
import { cancelJob, enqueueJob, type WaitingJob } from '../../kernel/job/jobs'
import { type MailAddress, MailFailure, type OutgoingMail } from './deliver-mail'
import type { Mailing } from './mailing'
import { recordEvent } from '../../kernel/event/event-log'
import { hourMs, minuteMs } from '../../kernel/time/durations.contract'

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    /** `sealed`: an `OutgoingMail`; mails contain links that sign in. */
    'mail.send': { key: string; sealed: string; before: string | null; reader?: MailReader }
  }
}

interface MailReader {
  userId: UserId
  /** Of a recurring mail. */
  kind?: string
}

export interface Mail {
  to: MailAddress
  subject: string
  text: string
  html?: string
  /** Names it in events, and replaces a waiting one. */
  key: string
  before?: Date
  /** The address that switches it off, for recurring mails only. */
  leaveLink?: string
  /** Once they are deleted or have left it, a mail that waits is dropped. */
  reader?: MailReader
}

export function sendMail(ctx: CompanyContext, { key, before, reader, ...mail }: Mail) {
  const { sealer } = ctx.company.services
  const sealed = sealer.seal(JSON.stringify({ ...mail, id: randomToken(32), at: ctx.now.toISOString() }))
  const payload = { key, sealed, before: before?.toISOString() ?? null, ...(reader && { reader }) }
  enqueueJob(ctx, 'mail.send', payload, { dedupeKey: jobKey(key) })
}

/** Drops a mail that waits. One that is being sent is not stopped. */
export const cancelMail = (ctx: CompanyContext, key: string) => cancelJob(ctx, jobKey(key))

const jobKey = (key: string) => `mail:${key}`

declare module '../../kernel/company/company-files' {
  interface CompanyPorts {
    /** @throws MailFailure */
    deliverMail(mail: OutgoingMail, signal: AbortSignal): Promise<void>
    isMailReader(ctx: CompanyContext, reader: MailReader): boolean
    /** What mails look like and where their links lead; undefined without a mail server. */
    mailing(): Mailing | undefined
  }
}

declare module '../../kernel/event/event-log' {
  interface EventPayloads {
    'mail.sent': { key: string }
    'mail.failed': { key: string; answer: string }
  }
}

/** Greylisting asks for five to thirty minutes; RFC 5321, section 4.5.4.1, for four days at most. */
const delaysMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, 30 * minuteMs, hourMs, 2 * hourMs, 4 * hourMs, 8 * hourMs]

/** After a lost answer it is sent again under the same id: it may arrive twice. */
const sendJob: WaitingJob<'mail.send'> = {
  lane: 'waiting',
  timeLimitMs: 5 * minuteMs,
  attemptsMax: delaysMs.length + 2,
  retryDelayMs: (_, __, attempts) => delaysMs[Math.min(attempts, delaysMs.length) - 1] ?? hourMs,
  async run(freshContext, { key, sealed, before, reader }, signal) {
    const ctx = freshContext()
    const { ports, sealer } = ctx.company.services
    if (reader && !ports.isMailReader(ctx, reader)) return
    if (before !== null && ctx.now >= new Date(before)) return recordFailure(ctx, key, 'too late')
    try {
      await ports.deliverMail(JSON.parse(sealer.unseal(sealed)), signal)
    } catch (error) {
      if (!(error instanceof MailFailure) || !error.final) throw error
      return recordFailure(freshContext(), key, error.message)
    }
    const sent = freshContext()
    sent.transaction(() => void recordEvent(sent, 'mail.sent', {}, { key }))
  },
  givenUp: (ctx, { key }, error) => recordFailure(ctx, key, error instanceof Error ? error.message : String(error)),
}

function recordFailure(ctx: CompanyContext, key: string, answer: string) {
  ctx.company.services.log.warn('A mail was not sent', { company: ctx.company.id, mail: key, answer })
  ctx.transaction(() => void recordEvent(ctx, 'mail.failed', {}, { key, answer: answer.slice(0, 300) }))
}

export const mailJobs = { 'mail.send': sendJob }
