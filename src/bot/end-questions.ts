import type { CompanyContext } from '../kernel/company/company-context'
import { oneBatch } from '../kernel/company/batches'
import { enqueueJob, type LocalJob } from '../kernel/job/jobs'
import type { SettingKey } from '../setting/setting.contract'
import { isSettingEnabled } from '../setting/setting.queries'
import { closeRatedTicket } from '../ticket/closing/close-ticket'
import { endConsent } from '../ticket/opening/await-consent'
import { listTicketIdsOfStatus } from '../ticket/ticket.queries'
import type { TicketStatus } from '../ticket/ticket-status'
import type { TicketId } from '../kernel/ids'

interface Question {
  status: TicketStatus
  end: (ctx: CompanyContext, ticketId: TicketId) => unknown
}

const questions: Partial<Record<SettingKey, Question>> = {
  userRating: { status: 'nps', end: (ctx, ticketId) => closeRatedTicket(ctx, ticketId) },
  enableLGPD: { status: 'lgpd', end: endConsent },
}

declare module '../kernel/job/jobs' {
  interface JobPayloads {
    'bot.endQuestions': { setting: string }
  }
}

/** The company no longer wants the answers. */
export function endQuestionsLater(ctx: CompanyContext, { key, to }: { key: string; to: string }) {
  if (to !== 'disabled' || !(key in questions)) return
  enqueueJob(ctx, 'bot.endQuestions', { setting: key }, { dedupeKey: `bot.endQuestions ${key}` })
}

export const endQuestionsJob: LocalJob<'bot.endQuestions'> = {
  attemptsMax: 10,
  run(ctx, payload) {
    const setting = payload.setting as SettingKey
    const question = questions[setting]
    if (!question || isSettingEnabled(ctx, setting)) return undefined
    const isMore = oneBatch<TicketId>(ctx, {
      next: () => listTicketIdsOfStatus(ctx, question.status, 200),
      work: (id) => void question.end(ctx, id),
    })
    return isMore ? ctx.now : undefined
  },
}
