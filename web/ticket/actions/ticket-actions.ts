import type { UserActor } from '../../../src/kernel/company/actor'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import type { Texts } from '../../i18n/pt'
import {
  type LucideIcon,
  Check,
  RotateCcw,
  Undo2,
  ArrowLeftRight,
  X,
  CircleCheck,
  CircleSlash,
  AlarmClock,
  AlarmClockOff,
  Flag,
  MailOpen,
  Trash2,
} from '../../ui/icons'
import type { UiModel } from '../../ui/context/ui-model'
import type { ChangeRequest } from '../change-ticket'
import { useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { actorOf } from '../../session/session-actor'
import { useUi } from '../../ui/context/ui-context'
import {
  attendedStatus,
  canAcceptTicket,
  canReopenTicket,
  canReturnTicket,
  canTransferTicket,
  canIgnoreTicket,
  canCloseTicket,
  canSnoozeTicket,
  canChangeTicket,
  isResolved,
  canDeleteTicket,
} from '../../../src/ticket/ticket.policy'

export interface TicketAction {
  label: string
  icon: LucideIcon
  /** Additional search terms in the command palette. */
  keywords?: string
  /** Returns a promise if it takes time; meanwhile it is not run again. */
  run: () => unknown
  /** Keyboard shortcut within the open conversation, such as `a t`. */
  shortcut?: string
  /** Changes the ticket without a question. */
  isImmediate?: boolean
  danger?: boolean
}

type TicketQuestion = { kind: 'accept' } | { kind: 'transfer'; reopening: boolean }

export interface ActionContext {
  ticket: TicketView
  actor: UserActor
  texts: Pick<Texts, 'conversation' | 'ticket'>
  confirm: UiModel['confirm']
  /** Requests the change and navigates by its outcome; resolves to whether it succeeded. */
  change: (request: ChangeRequest) => Promise<boolean>
  ask: (question: TicketQuestion) => void
}

export function useActionContext(given: Pick<ActionContext, 'ticket' | 'change' | 'ask'>): ActionContext {
  const actor = actorOf(useUser())
  const texts = useTexts()
  const { confirm } = useUi()
  return { ...given, actor, texts, confirm }
}

export function acceptTicket({ ticket, actor, texts, change, ask }: ActionContext): TicketAction | undefined {
  if (!canAcceptTicket(actor, ticket)) return undefined
  const { actions, done } = texts.conversation
  const { queueId } = ticket
  const body = { status: attendedStatus(ticket), userId: actor.userId, queueId }
  return {
    label: actions.accept,
    icon: Check,
    shortcut: 'a a',
    isImmediate: true,
    run: () => (queueId === null ? ask({ kind: 'accept' }) : change({ body, takes: true, done: done.accept })),
  }
}

export function reopenTicket({ ticket, actor, texts, change, ask }: ActionContext): TicketAction | undefined {
  if (!canReopenTicket(actor, ticket)) return undefined
  const { actions, done } = texts.conversation
  const { queueId } = ticket
  const body = { status: attendedStatus(ticket), userId: actor.userId, queueId }
  return {
    label: actions.reopen,
    icon: RotateCcw,
    shortcut: 'a a',
    isImmediate: true,
    run: () =>
      queueId === null ? ask({ kind: 'transfer', reopening: true }) : change({ body, takes: true, done: done.reopen }),
  }
}

export function returnTicket({ ticket, actor, texts, change }: ActionContext): TicketAction | undefined {
  if (!canReturnTicket(actor, ticket)) return undefined
  const { actions, done } = texts.conversation
  return {
    label: actions.return,
    icon: Undo2,
    shortcut: 'a d',
    isImmediate: true,
    run: () => change({ body: { status: 'pending', userId: null }, takes: false, done: done.return }),
  }
}

export function transferTicket({ ticket, actor, texts, ask }: ActionContext): TicketAction | undefined {
  if (ticket.status === 'closed' || !canTransferTicket(actor, ticket)) return undefined
  return {
    label: texts.conversation.actions.transfer,
    icon: ArrowLeftRight,
    shortcut: 'a t',
    run: () => ask({ kind: 'transfer', reopening: false }),
  }
}

/** Closes a pending ticket at once, without a message to the contact. It can be undone for some seconds. */
export function ignoreTicket({ ticket, actor, texts, change }: ActionContext): TicketAction | undefined {
  if (!canIgnoreTicket(actor, ticket)) return undefined
  const { actions, done } = texts.conversation
  const { userId } = ticket
  function run() {
    const body = {
      status: 'closed' as const,
      userId,
      sendFarewellMessage: false,
      amountUsedBotQueues: 0,
      canUndo: true,
    }
    return change({ body, takes: false, done: done.ignore })
  }
  return { label: actions.ignore, icon: X, shortcut: 'a i', isImmediate: true, run: () => run() }
}

/** The inbox's command that resolves the open ticket and accepts the next one. */
export const resolveAndNextId = 'inbox-resolve-next'

const appearance = { icon: CircleCheck, shortcut: 'a r', isImmediate: true }

/** Resolves an open ticket at once, with or without a closing message. It can be undone for some seconds. */
export function resolveTicket(
  context: ActionContext,
): Record<'withClosingMessage' | 'quietly', TicketAction> | undefined {
  const { ticket, actor, texts } = context
  const isWaiting = ticket.status === 'pending' || ticket.status === 'lgpd'
  if (isWaiting || !canCloseTicket(actor, ticket)) return undefined
  const { resolveWith, resolveWithout, resolveKeywords: keywords } = texts.conversation.actions
  return {
    withClosingMessage: {
      ...appearance,
      label: resolveWith,
      keywords,
      run: () => resolve(context, { withClosingMessage: true }),
    },
    quietly: {
      label: resolveWithout,
      keywords,
      icon: CircleSlash,
      shortcut: 'a s',
      isImmediate: true,
      run: () => resolve(context, { withClosingMessage: false }),
    },
  }
}

/** The same from a row of a list, also for waiting tickets. */
export function resolveListedTicket(context: ActionContext): TicketAction | undefined {
  const { ticket, actor, texts } = context
  if (!canCloseTicket(actor, ticket)) return undefined
  const { resolve: label, resolveKeywords: keywords } = texts.conversation.actions
  return { ...appearance, label, keywords, run: () => resolve(context, { withClosingMessage: true }) }
}

function resolve(context: ActionContext, { withClosingMessage }: { withClosingMessage: boolean }) {
  const { ticket, texts, change } = context
  const sendFarewellMessage = withClosingMessage && sendsClosingMessage(context)
  const body = { status: 'closed' as const, userId: ticket.userId, sendFarewellMessage, canUndo: true }
  return change({ body, takes: false, done: texts.conversation.done.resolve })
}

/** The closing message was sent with the rating question; without a message the ticket closes at once. */
const sendsClosingMessage = ({ ticket }: ActionContext) => ticket.status !== 'nps'

/** Takes an open or waiting conversation out of the list until a time; `open` asks for it. */
export function snoozeTicket({ ticket, actor, texts }: ActionContext, open: () => void): TicketAction | undefined {
  if (!canSnoozeTicket(actor, ticket)) return undefined
  return { label: texts.conversation.snooze.action, icon: AlarmClock, shortcut: 'a z', run: open }
}

export function wakeTicket({ ticket, actor, texts }: ActionContext, wake: () => unknown): TicketAction | undefined {
  if (!ticket.snoozedUntil || !canSnoozeTicket(actor, ticket)) return undefined
  return { label: texts.conversation.snooze.wake, icon: AlarmClockOff, shortcut: 'a w', isImmediate: true, run: wake }
}

export function prioritiseTicket({ ticket, actor, texts }: ActionContext, open: () => void): TicketAction | undefined {
  if (!canChangeTicket(actor, ticket)) return undefined
  return { label: texts.conversation.actions.priority, icon: Flag, shortcut: 'a o', run: open }
}

/** Shows the conversation as unread, as a reminder to come back to it. `mark` asks the server. */
export function markTicketUnread(
  { ticket, actor, texts }: ActionContext,
  mark: () => unknown,
): TicketAction | undefined {
  if (isResolved(ticket) || !canChangeTicket(actor, ticket)) return undefined
  return { label: texts.conversation.actions.markUnread, icon: MailOpen, shortcut: 'a n', isImmediate: true, run: mark }
}

export function deleteTicket(context: ActionContext, remove: () => Promise<void>): TicketAction | undefined {
  const { ticket, actor, texts, confirm } = context
  if (!canDeleteTicket(actor)) return undefined
  const { actions, deleteTitle, deleteText } = texts.conversation
  async function run() {
    const question = { title: deleteTitle(ticket.id), text: deleteText, action: actions.delete, danger: true }
    if (await confirm(question)) await remove()
  }
  return { label: actions.delete, icon: Trash2, danger: true, run: () => run() }
}
