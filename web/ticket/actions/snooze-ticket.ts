import { canSnoozeTicket } from '../../../src/ticket/ticket.policy'
import { AlarmClock, AlarmClockOff } from '../../ui/icons'
import type { ActionContext, TicketAction } from './ticket-action'

/** Takes an open or waiting conversation out of the list until a time; `open` asks for it. */
export function snoozeTicket({ ticket, actor, texts }: ActionContext, open: () => void): TicketAction | undefined {
  if (!canSnoozeTicket(actor, ticket)) return undefined
  return { label: texts.conversation.snooze.action, icon: AlarmClock, shortcut: 'a z', run: open }
}

export function wakeTicket({ ticket, actor, texts }: ActionContext, wake: () => unknown): TicketAction | undefined {
  if (!ticket.snoozedUntil || !canSnoozeTicket(actor, ticket)) return undefined
  return { label: texts.conversation.snooze.wake, icon: AlarmClockOff, shortcut: 'a w', isImmediate: true, run: wake }
}
