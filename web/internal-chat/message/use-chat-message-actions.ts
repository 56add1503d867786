import { Copy, Pencil, Trash2 } from '../../ui/icons'
import { canChangeChatMessage } from '../../../src/internal-chat/internal-chat.policy'
import { useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { copyText } from '../../ui/text/copy-text'
import { actorOf } from '../../session/session-actor'
import type { MenuAction } from '../../ui/popup/menu'
import { useUi } from '../../ui/context/ui-context'
import { useChat } from '../chat-context'
import type { ShownChatMessage } from '../chat-rows'
import { useAttempt } from '../../ui/form/use-attempt'

/** The allowed actions on a message; none for one that is being sent or was deleted. */
export function useChatMessageActions({ stored, text }: ShownChatMessage): MenuAction[] {
  const { editing } = useChat().model
  const texts = useTexts('internalChat')
  const attempt = useAttempt()
  const { actions, deleteQuestion } = texts.message
  const { confirm, toast } = useUi()
  const actor = actorOf(useUser())
  if (!stored || stored.isDeleted) return []
  const message = stored

  async function remove() {
    const question = { title: deleteQuestion, text: texts.internalChat.deleteMessageText }
    if (!(await confirm({ ...question, action: actions.delete, danger: true }))) return
    await attempt(() => editing.remove(message))
  }

  const copy: MenuAction = {
    label: actions.copy,
    icon: Copy,
    keys: ['C'],
    onSelect: () => copyText(text).then(() => toast.success(actions.copied)),
  }
  const own: MenuAction[] = [
    { label: actions.edit, icon: Pencil, keys: ['E'], onSelect: () => editing.begin(message) },
    { label: actions.delete, icon: Trash2, danger: true, keys: ['Del'], onSelect: () => remove() },
  ]
  return [...(text === '' ? [] : [copy]), ...(canChangeChatMessage(actor, message) ? own : [])]
}
