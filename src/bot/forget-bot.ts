import { clearBotReferences } from '../connection/save/clear-bot-references'
import type { CompanyContext } from '../kernel/company/company-context'
import type { BotRecordKind } from '../queue/queue.queries'
import { forgetBotErrors } from './bot-errors'

export function forgetBot(ctx: CompanyContext, kind: BotRecordKind, id: number) {
  clearBotReferences(ctx, kind, id)
  forgetBotErrors(ctx, kind, id)
}
