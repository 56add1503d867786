import { ArrowLeftRight, Check, CheckCheck, RotateCcw, Undo2, X, type LucideIcon } from '../ui/icons'
import type { TicketView } from '../../src/ticket/ticket.contract'
import {
  canAcceptTicket,
  canCloseTicket,
  canIgnoreTicket,
  canReopenTicket,
  canReturnTicket,
  canTransferTicket,
} from '../../src/ticket/ticket.policy'
import { attendedStatus } from '../../src/ticket/ticket-status'
import { useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { actorOf } from '../session/session-actor'
import { useUi } from '../ui/ui-context'
import { useInbox } from './inbox-context'
import { useRowChange } from './use-row-change'

export interface RowAction {
  name: 'accept' | 'reopen' | 'close' | 'ignore' | 'transfer' | 'return'
  label: string
  icon: LucideIcon
  run: () => void
}

/** What this person may do with a ticket of the list, the likeliest first. */
export function useRowActions(ticket: TicketView): RowAction[] {
  const user = useUser()
  const { dialog } = useInbox()
  const { confirm } = useUi()
  const texts = useTexts()
  const { actions, done, ignoreTitle, ignoreText } = texts.conversation
  const { change } = useRowChange()
  const actor = actorOf(user)
  const { status, userId, queueId } = ticket
  const take = { status: attendedStatus(ticket), userId: user.id, queueId }

  function accept() {
    if (queueId === null) dialog.value = { kind: 'accept', ticket }
    else void change(ticket, { body: take, takes: true, done: done.accept })
  }

  function reopen() {
    if (queueId === null) dialog.value = { kind: 'transfer', ticket, reopening: true }
    else void change(ticket, { body: take, takes: true, done: done.reopen })
  }

  async function close() {
    const title = texts.ticket.resolveTitle(ticket.contact.name)
    // The farewell was sent when the rating was asked for; without one the ticket closes at once.
    const text = status === 'nps' ? ignoreText : texts.ticket.resolveText
    if (!(await confirm({ title, text, action: actions.resolve }))) return
    const body = { status: 'closed' as const, userId, sendFarewellMessage: status !== 'nps' }
    await change(ticket, { body, takes: false, done: done.resolve })
  }

  async function ignore() {
    if (!(await confirm({ title: ignoreTitle, text: ignoreText, action: actions.ignore }))) return
    const body = { status: 'closed' as const, userId, sendFarewellMessage: false, amountUsedBotQueues: 0 }
    await change(ticket, { body, takes: false, done: done.ignore })
  }

  const all: (RowAction & { allowed: boolean })[] = [
    { name: 'accept', allowed: canAcceptTicket(actor, ticket), label: actions.accept, icon: Check, run: accept },
    { name: 'reopen', allowed: canReopenTicket(actor, ticket), label: actions.reopen, icon: RotateCcw, run: reopen },
    {
      name: 'close',
      allowed: canCloseTicket(actor, ticket),
      label: actions.resolve,
      icon: CheckCheck,
      run: () => void close(),
    },
    {
      name: 'transfer',
      allowed: status !== 'closed' && canTransferTicket(actor, ticket),
      label: actions.transfer,
      icon: ArrowLeftRight,
      run: () => void (dialog.value = { kind: 'transfer', ticket, reopening: false }),
    },
    {
      name: 'return',
      allowed: userId !== null && canReturnTicket(actor, ticket),
      label: actions.return,
      icon: Undo2,
      run: () => void change(ticket, { body: { status: 'pending', userId: null }, takes: false, done: done.return }),
    },
    {
      name: 'ignore',
      allowed: canIgnoreTicket(actor, ticket),
      label: actions.ignore,
      icon: X,
      run: () => void ignore(),
    },
  ]
  return all.filter(({ allowed }) => allowed)
}
