import {
  ArrowLeftRight,
  CalendarPlus,
  Check,
  CheckCheck,
  FileDown,
  History,
  PanelRight,
  RotateCcw,
  Trash2,
  Undo2,
  Video,
  X,
  type LucideIcon,
} from '../ui/icons'
import { useApp, useUser } from '../app/app-context'
import {
  canAcceptTicket,
  canCloseTicket,
  canDeleteTicket,
  canIgnoreTicket,
  canReopenTicket,
  canReturnTicket,
  canTransferTicket,
} from '../../src/ticket/ticket.policy'
import { attendedStatus } from '../../src/ticket/ticket-status'
import { useErrorText, useTexts } from '../i18n/i18n'
import { links } from '../app/links'
import { useConversation } from './conversation-context'
import { actorOf } from '../session/session-actor'
import { useUi } from '../ui/ui-context'
import { meetingLink } from './meeting-link'
import { useTicketChange } from './use-ticket-change'

export interface TicketAction {
  label: string
  icon: LucideIcon
  run: () => void
  danger?: boolean
}

/** What this person may do with the open ticket; what is absent may not be done. Read within `useSignals()`. */
export function useTicketActions() {
  const { api, navigation } = useApp()
  const user = useUser()
  const { model, view } = useConversation()
  const texts = useTexts()
  const errorText = useErrorText()
  const t = texts.conversation
  const { toast, confirm } = useUi()
  const { change } = useTicketChange()
  const ticket = model.ticket.value
  const actor = actorOf(user)
  const waiting = ticket.status === 'pending' || ticket.status === 'lgpd'
  const take = { status: attendedStatus(ticket), userId: user.id }

  // The farewell was sent when the rating was asked for; without one the ticket closes at once.
  const close = (farewell: boolean) =>
    void change({
      body: { status: 'closed', userId: ticket.userId, sendFarewellMessage: farewell && ticket.status !== 'nps' },
      takes: false,
      done: t.done.resolve,
    })

  async function ignore() {
    if (!(await confirm({ title: t.ignoreTitle, text: t.ignoreText, action: t.actions.ignore }))) return
    const body = {
      status: 'closed' as const,
      userId: ticket.userId,
      sendFarewellMessage: false,
      amountUsedBotQueues: 0,
    }
    await change({ body, takes: false, done: t.done.ignore })
  }

  async function remove() {
    const question = { title: t.deleteTitle(ticket.id), text: t.deleteText, action: t.actions.delete, danger: true }
    if (!(await confirm(question))) return
    view.busy.value = true
    try {
      await api.untyped.delete(`/tickets/${ticket.id}`)
      toast.success(t.done.delete)
      await navigation.go(links.tickets())
    } catch (cause) {
      toast.error(errorText(cause))
    } finally {
      view.busy.value = false
    }
  }

  async function meet() {
    const link = meetingLink(ticket)
    if (!(await confirm({ title: t.meeting.title, text: t.meeting.text(link), action: t.meeting.send }))) return
    model.outbox.send({ body: t.meeting.message(link), isPrivate: false, sign: false, quoted: null })
  }

  const action = (allowed: boolean, label: string, icon: LucideIcon, run: () => void, danger?: boolean) =>
    allowed ? { label, icon, run, danger } : undefined

  return {
    busy: view.busy.value,
    accept: action(canAcceptTicket(actor, ticket), t.actions.accept, Check, () => {
      if (ticket.queueId === null) view.dialog.value = { kind: 'accept' }
      else void change({ body: { ...take, queueId: ticket.queueId }, takes: true, done: t.done.accept })
    }),
    giveBack: action(canReturnTicket(actor, ticket), t.actions.return, Undo2, () => {
      void change({ body: { status: 'pending', userId: null }, takes: false, done: t.done.return })
    }),
    resolve: action(!waiting && canCloseTicket(actor, ticket), t.actions.resolveWith, CheckCheck, () => close(true)),
    resolveQuietly: action(!waiting && canCloseTicket(actor, ticket), t.actions.resolveWithout, Check, () =>
      close(false),
    ),
    reopen: action(canReopenTicket(actor, ticket), t.actions.reopen, RotateCcw, () => {
      if (ticket.queueId === null) view.dialog.value = { kind: 'transfer', reopening: true }
      else void change({ body: { ...take, queueId: ticket.queueId }, takes: true, done: t.done.reopen })
    }),
    transfer: action(
      ticket.status !== 'closed' && canTransferTicket(actor, ticket),
      t.actions.transfer,
      ArrowLeftRight,
      () => {
        view.dialog.value = { kind: 'transfer', reopening: false }
      },
    ),
    ignore: action(canIgnoreTicket(actor, ticket), t.actions.ignore, X, () => void ignore()),
    meeting: action(ticket.status === 'open' || ticket.status === 'group', t.actions.meeting, Video, () => void meet()),
    log: action(true, t.actions.log, History, () => (view.dialog.value = { kind: 'log' })),
    export: action(true, t.actions.export, FileDown, () => (view.dialog.value = { kind: 'export' })),
    schedule: action(user.plan.useSchedules, t.actions.schedule, CalendarPlus, () => {
      view.dialog.value = { kind: 'schedule' }
    }),
    remove: action(canDeleteTicket(actor), t.actions.delete, Trash2, () => void remove(), true),
    contact: action(true, t.actions.contact, PanelRight, () => (view.drawerOpen.value = !view.drawerOpen.peek())),
  } satisfies Record<string, TicketAction | undefined | boolean>
}
