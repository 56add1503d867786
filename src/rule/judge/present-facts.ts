import { schedulesFor } from '../../bot/opening-hours/opening-hours'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { MessageId } from '../../kernel/ids'
import { minuteMs } from '../../kernel/time/durations.contract'
import { timeZoneOf, type WallClock, wallClock } from '../../kernel/time/time-zone'
import { isOpenAt } from '../../queue/hours/opening-hours'
import type { Facts } from './compile-rule'
import { findMessageText, tagsOf, type TicketFacts } from './rule-facts.view'

interface Cause {
  messageId?: MessageId | undefined
  called?: unknown
}

/** The present facts, each read at most once for all rules. */
export function presentFacts(ctx: CompanyContext, ticket: TicketFacts, { messageId, called }: Cause = {}): Facts {
  const clock = () => clockAt(ctx.now, timeZoneOf(ctx))
  let [text, tags]: [string?, ReadonlySet<number>?] = []
  return {
    ticket,
    called,
    clock,
    tags: () => (tags ??= tagsOf(ctx, ticket)),
    text: () => (text ??= messageId === undefined ? ticket.lastMessage : findMessageText(ctx, messageId)),
    isOpen: () => isOpenAt(schedulesFor(ctx, ticket), clock()),
  }
}

const last: { minute: number; zone: string; clock: WallClock | undefined } = { minute: 0, zone: '', clock: undefined }

/** Remembered for a minute, because it takes longer than all else of a rule. */
export function clockAt(at: Date | number, zone: string): WallClock {
  const minute = Math.floor(Number(at) / minuteMs)
  if (!last.clock || minute !== last.minute || zone !== last.zone) {
    Object.assign(last, { minute, zone, clock: wallClock(at, zone) })
  }
  return last.clock ?? wallClock(at, zone)
}
