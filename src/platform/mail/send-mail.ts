import type { CompanyContext } from '../../kernel/company/company-context'
import { randomToken } from '../../kernel/ids'
import { cancelJob, enqueueJob } from '../../kernel/job/jobs'
import type { MailAddress } from './deliver-mail'

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    /** `sealed`: an `OutgoingMail`; mails contain links that sign in. */
    'mail.send': { key: string; sealed: string; before: string | null }
  }
}

export interface Mail {
  to: MailAddress
  subject: string
  text: string
  html?: string
  /** Names it in events, and replaces a waiting one. */
  key: string
  before?: Date
}

export function sendMail(ctx: CompanyContext, { key, before, ...mail }: Mail) {
  const { sealer } = ctx.company.services
  const sealed = sealer.seal(JSON.stringify({ ...mail, id: randomToken(32), at: ctx.now.toISOString() }))
  enqueueJob(ctx, 'mail.send', { key, sealed, before: before?.toISOString() ?? null }, { dedupeKey: jobKey(key) })
}

/** Drops a mail that waits. One that is being sent is not stopped. */
export const cancelMail = (ctx: CompanyContext, key: string) => cancelJob(ctx, jobKey(key))

const jobKey = (key: string) => `mail:${key}`
