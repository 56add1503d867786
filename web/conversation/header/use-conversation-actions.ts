import type { TicketView } from '../../../src/ticket/ticket.answers'
import {
  CalendarPlus,
  FileDown,
  History,
  PanelRight,
  Search,
  Sparkles,
  Tag,
  Video,
  Wand,
  Workflow,
} from '../../ui/icons'
import { useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import {
  type ActionContext,
  type TicketAction,
  useActionContext,
  acceptTicket,
  reopenTicket,
  returnTicket,
  transferTicket,
  ignoreTicket,
  resolveTicket,
  snoozeTicket,
  wakeTicket,
  prioritiseTicket,
  markTicketUnread,
  deleteTicket,
} from '../../ticket/actions/ticket-actions'
import { useSnooze } from '../../ticket/actions/use-snooze'
import { useConversation, type Conversation } from '../state/conversation-context'
import { useTicketChange } from './use-ticket-change'

/** Forbidden ones are undefined. Read it within `useSignals()`. */
export function useConversationActions() {
  const { model, view } = useConversation()
  const { change, remove, markUnread } = useTicketChange()
  const ticket = model.ticket.value
  const { wake } = useSnooze(ticket)
  const context = useActionContext({ ticket, change, ask: (question) => void (view.dialog.value = question) })
  const resolve = resolveTicket(context)
  return {
    accept: acceptTicket(context),
    reopen: reopenTicket(context),
    resolve: resolve?.withClosingMessage,
    resolveQuietly: resolve?.quietly,
    transfer: transferTicket(context),
    returnToQueue: returnTicket(context),
    ignore: ignoreTicket(context),
    snooze: snoozeTicket(context, () => void (view.dialog.value = { kind: 'snooze' })),
    wake: wakeTicket(context, wake),
    priority: prioritiseTicket(context, () => void (view.dialog.value = { kind: 'priority' })),
    markUnread: markTicketUnread(context, markUnread),
    remove: deleteTicket(context, remove),
    meeting: sendMeeting(context, model),
    ...useOpeners(),
  } satisfies Record<string, TicketAction | undefined>
}

function useOpeners() {
  const { view, model, hasAssistance } = useConversation()
  const { plan } = useUser()
  const { actions, macros } = useTexts().conversation
  const open = (kind: 'log' | 'export' | 'schedule' | 'send-flow' | 'summary' | 'macro') => () =>
    void (view.dialog.value = { kind })
  return {
    schedule: plan.useSchedules
      ? { label: actions.schedule, icon: CalendarPlus, shortcut: 'a g', run: open('schedule') }
      : undefined,
    flow:
      plan.useIntegrations && takesFlow(model.ticket.value)
        ? { label: actions.flow, icon: Workflow, shortcut: 'a f', run: open('send-flow') }
        : undefined,
    summary: hasAssistance.value
      ? { label: actions.summary, icon: Sparkles, shortcut: 'a u', run: open('summary') }
      : undefined,
    macro: { label: macros.action, icon: Wand, shortcut: 'a e', run: open('macro') },
    search: {
      label: actions.search,
      icon: Search,
      shortcut: 'a b',
      run: () => void (view.searching.value = true),
    },
    log: { label: actions.log, icon: History, shortcut: 'a h', run: open('log') },
    export: { label: actions.export, icon: FileDown, shortcut: 'a p', run: open('export') },
    contact: {
      label: actions.contact,
      icon: PanelRight,
      shortcut: 'a c',
      run() {
        view.drawerWanted.value = view.drawerOpen.peek() ? undefined : 'panel'
        view.drawerOpen.value = !view.drawerOpen.peek()
      },
    },
    tags: {
      label: actions.tags,
      icon: Tag,
      shortcut: 'a l',
      run() {
        view.drawerWanted.value = 'tags'
        view.drawerOpen.value = true
      },
    },
  } satisfies Record<string, TicketAction | undefined>
}

/** Pending tickets can start a flow, too; groups cannot. */
function takesFlow({ status, contact, whatsapp }: TicketView) {
  return (status === 'open' || status === 'pending') && contact.active && whatsapp !== null
}

/** Sends the link to a video call after a confirmation. */
function sendMeeting(
  { ticket, texts, confirm }: ActionContext,
  { outbox }: Conversation['model'],
): TicketAction | undefined {
  if (ticket.status !== 'open' && ticket.status !== 'group') return undefined
  const { actions, meeting } = texts.conversation
  async function run() {
    const link = meetingLink(ticket)
    if (!(await confirm({ title: meeting.title, text: meeting.text(link), action: meeting.send }))) return
    outbox.send({ body: meeting.message(link), isPrivate: false, sign: false, quoted: null })
  }
  return { label: actions.meeting, icon: Video, shortcut: 'a m', run: () => run() }
}

/** The room is open to all who know its name, hence part of the uuid. */
function meetingLink({ id, uuid }: Pick<TicketView, 'id' | 'uuid'>) {
  return `https://meet.jit.si/${id}-${uuid.replaceAll('-', '').slice(0, 16)}`
}
