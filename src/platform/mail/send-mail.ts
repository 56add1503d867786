import type { CompanyContext } from '../../kernel/company/company-context'
import { randomToken } from '../../kernel/ids'
import { cancelJob, enqueueJob } from '../../kernel/job/jobs'
import type { MailAddress } from './deliver-mail'

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    /** `sealed`: an `OutgoingMail`, encrypted with the host's key, because mails contain links that sign in. */
    'mail.send': { key: string; sealed: string; before: string | null }
  }
}

export interface Mail {
  to: MailAddress
  subject: string
  text: string
  html?: string
  /** Names the mail in `mail.sent` and `mail.failed`. A mail with the key of one that still waits replaces it. */
  key: string
  /** When it is of no use any more, such as a link that has ended. */
  before?: Date
}

/** Adds a mail to be sent once the transaction is committed. The caller makes sure that the host has configured mail. */
export function sendMail(ctx: CompanyContext, { key, before, ...mail }: Mail) {
  const { sealer } = ctx.company.services
  const sealed = sealer.seal(JSON.stringify({ ...mail, id: randomToken(32), at: ctx.now.toISOString() }))
  enqueueJob(ctx, 'mail.send', { key, sealed, before: before?.toISOString() ?? null }, { dedupeKey: jobKey(key) })
}

/** Drops a mail that waits. One that is being sent is not stopped. */
export const cancelMail = (ctx: CompanyContext, key: string) => cancelJob(ctx, jobKey(key))

const jobKey = (key: string) => `mail:${key}`
