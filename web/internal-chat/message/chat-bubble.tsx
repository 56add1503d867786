import { Ban, ChevronDown, RotateCw, Trash2, Copy, Pencil } from '../../ui/icons'
import { useState, type KeyboardEvent } from 'react'
import { useFormat, useTexts } from '../../i18n/i18n'
import { MissingMedia, frameProps } from '../../message/bubble/media-state'
import { AudioTrack } from '../../message/bubble/audio-track'
import { DeliveryMark } from '../../message/bubble/delivery-mark'
import { FileCard } from '../../message/bubble/file-card'
import { isEmojiOnly } from '../../message/bubble/format-text'
import { MessageText } from '../../message/bubble/message-text'
import { MessageActionsSheet } from '../../message/list/message-actions-sheet'
import { useLongPress } from '../../message/list/use-long-press'
import { Avatar, useBrokenImage } from '../../ui/display/avatar'
import { colourOf } from '../../../src/kernel/text/name-colour.contract'
import { IconButton } from '../../ui/button/button'
import { Menu, type MenuAction, actionForKey } from '../../ui/popup/menu'
import { useChat } from '../chat-context'
import type { ShownChatMessage } from '../chat-rows'
import { canChangeChatMessage } from '../../../src/internal-chat/internal-chat.policy'
import { useUser } from '../../app/app-context'
import { copyText } from '../../ui/text/copy-text'
import { actorOf } from '../../session/session-actor'
import { useUi } from '../../ui/context/ui-context'
import { useAttempt } from '../../ui/form/use-attempt'

export function ChatBubble({ message, named }: { message: ShownChatMessage; named: boolean }) {
  const t = useTexts('internalChat').internalChat
  const { model } = useChat()
  const { mine, first, last, key, state, senderId, text } = message
  const sender = message.senderName ?? t.gonePerson
  const user = model.chat.peek().users.find(({ userId }) => userId === senderId)?.user
  const actions = useChatMessageActions(message)
  // Created on demand, because a long chat has many messages.
  const [armed, setArmed] = useState(false)
  const [hasSheet, setSheet] = useState(false)
  const longPress = useLongPress(() => setSheet(actions.length > 0))

  return (
    <article
      className="message"
      tabIndex={-1}
      data-key={key}
      data-from={mine ? 'us' : 'them'}
      data-first={first || undefined}
      data-last={last || undefined}
      aria-label={mine ? t.you : sender}
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && setArmed(true)}
      onFocus={() => setArmed(true)}
      onKeyDown={(event) => onMessageKey(event, actions)}
      {...longPress}
    >
      {named && !mine && (
        <span className="message-face">{last && <Avatar name={sender} src={user?.profileImage} size={28} />}</span>
      )}
      <div className="message-place grows">
        <div className="bubble-column">
          <div className="bubble" data-look={lookOf(message)}>
            {first && named && !mine && (
              <p className="bubble-author" style={{ '--author-colour': colourOf(sender) }}>
                <bdi>{sender}</bdi>
              </p>
            )}
            <div className="bubble-content">
              {message.stored?.isDeleted && <DeletedNotice />}
              <ChatFile message={message} sender={sender} picture={user?.profileImage ?? ''} />
              {text !== '' && <MessageText text={text} />}
            </div>
            <ChatBubbleMeta message={message} />
          </div>
          {state === 'failed' && <Failure clientId={key} />}
        </div>
        {armed && <ChatToolbar actions={actions} mine={mine} />}
      </div>
      {hasSheet && <ChatSheet message={message} actions={actions} onClose={() => setSheet(false)} />}
    </article>
  )
}

function onMessageKey(event: KeyboardEvent<HTMLElement>, actions: Parameters<typeof actionForKey>[0]) {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'Enter') event.currentTarget.querySelector<HTMLElement>('[data-actions]')?.click()
  else {
    const action = actionForKey(actions, event.key)
    if (!action) return
    action.onSelect?.()
  }
  event.preventDefault()
}

function lookOf({ file, text, stored }: ShownChatMessage) {
  if (stored?.isDeleted) return undefined
  if (!file && isEmojiOnly(text)) return 'bare'
  return file && /^(image|video)\//.test(file.type) ? 'picture' : undefined
}

interface ChatFileProps {
  message: ShownChatMessage
  sender: string
  picture: string
}

function ChatFile({ message: { file, key }, sender, picture }: ChatFileProps) {
  const t = useTexts().message
  const { player } = useChat()
  const { broken, watch } = useBrokenImage(file?.src)
  if (!file) return null
  const { src, stored, name, type, size } = file
  if (broken) return <MissingMedia kind="image" pixels={file} />
  if (type.startsWith('image/')) {
    return (
      <a
        className="message-image"
        {...frameProps(file)}
        href={src}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t.image.open(sender)}
      >
        <img src={src} alt={t.image.alt(sender)} loading="lazy" decoding="async" {...watch} />
      </a>
    )
  }
  if (type.startsWith('video/')) {
    const frame = frameProps(file)
    return <video className="chat-video" {...frame} src={src} controls preload="metadata" aria-label={name} />
  }
  if (!type.startsWith('audio/')) return <FileCard src={src} name={name} type={type} size={size} />
  return (
    <AudioTrack
      player={player}
      id={key}
      src={src}
      stored={stored}
      size={size}
      seconds={undefined}
      who={
        <span className="message-audio-who">
          <Avatar name={sender} src={picture} size={36} />
        </span>
      }
    />
  )
}

function DeletedNotice() {
  const t = useTexts().message
  return (
    <p className="bubble-deleted">
      <Ban size={14} aria-hidden />
      {t.deleted}
    </p>
  )
}

interface ChatSheetProps {
  message: ShownChatMessage
  actions: readonly MenuAction[]
  onClose: () => void
}

function ChatSheet({ message: { text, file, createdAt, readers }, actions, onClose }: ChatSheetProps) {
  const t = useTexts('internalChat').internalChat
  const time = useFormat().dateTime(createdAt)
  const description = readers.length > 0 ? `${time} · ${t.readBy(readers.join(', '))}` : time
  return (
    <MessageActionsSheet
      title={text || (file?.name ?? '')}
      description={description}
      items={actions}
      onClose={onClose}
    />
  )
}

function ChatToolbar({ actions, mine }: { actions: readonly MenuAction[]; mine: boolean }) {
  const t = useTexts().message.actions
  if (actions.length === 0) return null
  return (
    <div className="message-toolbar">
      <Menu
        align={mine ? 'end' : 'start'}
        items={actions}
        trigger={(trigger) => (
          <IconButton {...trigger} data-actions icon={ChevronDown} label={t.menu} size="s" tabIndex={-1} />
        )}
      />
    </div>
  )
}

function ChatBubbleMeta({ message }: { message: ShownChatMessage }) {
  const { createdAt, mine, state, stored, readers, isRead } = message
  const texts = useTexts('internalChat')
  const format = useFormat()
  const names = readers.join(', ')
  return (
    <span className="bubble-meta row" title={names === '' ? undefined : texts.internalChat.readBy(names)}>
      {stored?.editedAt && (
        <span title={texts.message.editedAt(format.time(stored.editedAt))}>{`${texts.message.edited} · `}</span>
      )}
      <time dateTime={createdAt} title={format.dateTime(createdAt)}>
        {format.time(createdAt)}
      </time>
      {mine && !stored?.isDeleted && <DeliveryMark state={state === 'stored' ? (isRead ? 'read' : 'sent') : state} />}
    </span>
  )
}

function Failure({ clientId }: { clientId: string }) {
  const t = useTexts().message
  const { outbox } = useChat().model
  return (
    <p className="bubble-failure row wraps">
      <span>{t.notSent}</span>
      <button type="button" onClick={() => outbox.retry(clientId)}>
        <RotateCw size={13} aria-hidden />
        {t.tryAgain}
      </button>
      <button type="button" onClick={() => outbox.discard(clientId)}>
        <Trash2 size={13} aria-hidden />
        {t.discard}
      </button>
    </p>
  )
}

function useChatMessageActions({ stored, text }: ShownChatMessage): MenuAction[] {
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
