import { Copy, Download, Forward, Info, Lightbulb, ListChecks, MessageCircle, Pencil, Reply, Trash2 } from '../ui/icons'
import { useUser } from '../app/app-context'
import { isAdmin } from '../app/screen-access'
import { canDeleteMessage, canEditMessage } from '../../src/message/message.policy'
import { downloadName } from '../../src/kernel/file/download-name.contract'
import { canChangeTicket } from '../../src/ticket/ticket.policy'
import { useTexts } from '../i18n/i18n'
import { actorOf } from '../session/session-actor'
import type { MenuAction } from '../ui/popup/menu'
import { copyText } from '../ui/text/copy-text'
import { useAttempt } from '../ui/form/use-attempt'
import { useUi } from '../ui/context/ui-context'
import { channelRules } from '../../src/channel/channel-rules.contract'
import { useConversation } from './state/conversation-context'
import type { RowTicket } from './state/conversation-model'
import { isTouch } from '../message/composer/growing-text'
import { asOwnable, type ShownMessage } from '../message/shown-message'

export function useMessageActions(message: ShownMessage) {
  const { composer, model } = useConversation()
  const user = useUser()
  const attempt = useAttempt()
  const may = mayDo(message, model.rowTicket.peek(), actorOf(user))
  const items = useMenuItems(message, may)
  /** The pressed button disappears. On a touch screen, focusing the text would open the keyboard. */
  const leaveFailure = () => void (isTouch() || composer.focus())

  return {
    may,
    items,
    reply: () => composer.reply(message),
    react: (emoji: string) => void attempt(() => model.react(message, emoji)),
    retry: () => {
      if (message.outgoing) model.outbox.retry(message.outgoing.clientId)
      else void attempt(() => model.resend(message))
      leaveFailure()
    },
    editUnsent: () => {
      if (!message.outgoing) return
      composer.revertChange(message.outgoing)
      model.outbox.discard(message.outgoing.clientId)
    },
    discard: () => {
      if (message.outgoing) model.outbox.discard(message.outgoing.clientId)
      leaveFailure()
    },
  }
}

function useMenuItems(message: ShownMessage, may: ReturnType<typeof mayDo>): MenuAction[] {
  const { view, composer } = useConversation()
  const user = useUser()
  const { actions } = useTexts().message
  const { toast } = useUi()
  const remove = useRemoval(message)
  const { contact, body, mediaUrl, dataJson } = message
  const items: (MenuAction | false | null)[] = [
    may.reply && { label: actions.reply, icon: Reply, keys: ['R'], onSelect: () => composer.reply(message) },
    may.copy && {
      label: actions.copy,
      icon: Copy,
      keys: ['C'],
      onSelect: () => copyText(body || (dataJson?.transcription ?? '')).then(() => toast.success(actions.copied)),
    },
    may.forward && {
      label: actions.forward,
      icon: Forward,
      keys: ['F'],
      onSelect: () => (view.dialog.value = { kind: 'forward', messages: [message] }),
    },
    may.edit && { label: actions.edit, icon: Pencil, keys: ['E'], onSelect: () => composer.edit(message) },
    may.talkTo &&
      contact && {
        label: `${actions.talkTo} ${contact.name}`,
        icon: MessageCircle,
        onSelect: () =>
          (view.dialog.value = { kind: 'talk-to', name: contact.name, person: { contactId: contact.id } }),
      },
    mediaUrl !== null &&
      may.forward && {
        label: actions.download,
        icon: Download,
        onSelect: () => saveFile(mediaUrl, dataJson?.file),
      },
    // Only admins see the sources of an AI agent.
    may.explain &&
      isAdmin(user) && {
        label: actions.why,
        icon: Lightbulb,
        onSelect: () => (view.dialog.value = { kind: 'why', messageId: message.id }),
      },
    may.trace && {
      label: actions.details,
      icon: Info,
      keys: ['D'],
      onSelect: () => (view.dialog.value = { kind: 'trace', messageId: message.id }),
    },
    may.forward && {
      label: actions.select,
      icon: ListChecks,
      onSelect: () => (view.selection.value = new Set([message.key])),
    },
    may.remove && { label: actions.delete, icon: Trash2, danger: true, keys: ['Del'], onSelect: () => remove() },
  ]
  return items.filter((item) => item !== false && item !== null)
}

/** Returns a function that asks, then deletes the message. */
function useRemoval(message: ShownMessage) {
  const { model } = useConversation()
  const { actions, deleteQuestion: title, deleteText: text } = useTexts().message
  const { confirm } = useUi()
  const attempt = useAttempt()
  return async () => {
    if (await confirm({ title, text, action: actions.delete, danger: true })) await attempt(() => model.remove(message))
  }
}

function mayDo(message: ShownMessage, ticket: RowTicket, actor: ReturnType<typeof actorOf>) {
  const { isDeleted, isPrivate, outgoing, mediaType, fromMe, body, dataJson } = message
  const rules = channelRules[ticket.channel]
  const there = !isDeleted && !outgoing && mediaType !== 'call_log'
  const writes = there && ticket.status !== 'closed' && canChangeTicket(actor, ticket)
  return {
    reply: writes && ticket.status !== 'pending',
    // A message that the provider does not have cannot be referenced.
    react: writes && rules.react && !isPrivate && (!fromMe || message.ack > 0),
    copy: there && (body || dataJson?.transcription || '') !== '',
    forward: there && !isPrivate && message.dataJson?.file?.state === undefined,
    edit: writes && (rules.edit || isPrivate) && canEditMessage(actor, asOwnable(message), new Date()),
    remove: writes && (rules.delete || isPrivate) && canDeleteMessage(actor, asOwnable(message)),
    explain: there && dataJson?.aiAgentId !== undefined,
    trace: !outgoing,
    talkTo: there && ticket.isGroup && !fromMe && message.contact !== null,
  }
}

function saveFile(url: string, file: { name: string; type: string } | undefined) {
  const link = document.createElement('a')
  link.href = url
  link.download = file ? downloadName(file.name, file.type) : ''
  link.click()
}
