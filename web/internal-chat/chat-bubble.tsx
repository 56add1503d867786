import { RotateCw, Trash2 } from 'lucide-react'
import { useFormat, useTexts } from '../i18n/i18n'
import { AudioTrack } from '../message/bubble/audio-track'
import { DeliveryMark } from '../message/bubble/delivery-mark'
import { FileCard } from '../message/bubble/file-card'
import { isEmojiOnly } from '../message/bubble/format-text'
import { MessageText } from '../message/bubble/message-text'
import { Avatar } from '../ui/avatar'
import { colourOf } from '../../src/kernel/name-colour.contract'
import { useChat } from './chat-context'
import type { ShownChatMessage } from './chat-rows'

interface ChatBubbleProps {
  message: ShownChatMessage
  /** Between more than two people everybody is named. */
  named: boolean
}

/** One message among colleagues. */
export function ChatBubble({ message, named }: ChatBubbleProps) {
  const t = useTexts('internalChat').internalChat
  const { model } = useChat()
  const { mine, first, last, key, state, senderId, text } = message
  const sender = message.senderName ?? t.gonePerson
  const user = model.chat.peek().users.find(({ userId }) => userId === senderId)?.user
  return (
    <article
      className="message"
      tabIndex={-1}
      data-key={key}
      data-from={mine ? 'us' : 'them'}
      data-first={first || undefined}
      data-last={last || undefined}
      aria-label={mine ? t.you : sender}
    >
      {named && !mine && (
        <span className="message-face">{last && <Avatar name={sender} src={user?.profileImage} size={28} />}</span>
      )}
      <div className="message-place">
        <div className="bubble-column">
          <div className="bubble" data-look={lookOf(message)}>
            {first && named && !mine && (
              <p className="bubble-author" dir="auto" style={{ '--author-colour': colourOf(sender) }}>
                {sender}
              </p>
            )}
            <div className="bubble-content">
              <ChatFile message={message} sender={sender} picture={user?.profileImage ?? ''} />
              {text !== '' && <MessageText text={text} />}
            </div>
            <ChatBubbleMeta message={message} />
          </div>
          {state === 'failed' && <Failure clientId={key} />}
        </div>
      </div>
    </article>
  )
}

function lookOf({ file, text }: ShownChatMessage) {
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
  if (!file) return null
  const { src, stored, name, type, size } = file
  if (type.startsWith('image/')) {
    return (
      <a
        className="message-image"
        href={src}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t.image.open(sender)}
      >
        <img src={src} alt={t.image.alt(sender)} loading="lazy" decoding="async" />
      </a>
    )
  }
  if (type.startsWith('video/')) {
    return <video className="chat-video" src={src} controls preload="metadata" aria-label={name} />
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

function ChatBubbleMeta({ message: { createdAt, mine, state } }: { message: ShownChatMessage }) {
  const format = useFormat()
  return (
    <span className="bubble-meta">
      <time dateTime={createdAt} title={format.dateTime(createdAt)}>
        {format.time(createdAt)}
      </time>
      {mine && <DeliveryMark state={state === 'stored' ? 'sent' : state} />}
    </span>
  )
}

function Failure({ clientId }: { clientId: string }) {
  const t = useTexts().message
  const { outbox } = useChat().model
  return (
    <p className="bubble-failure">
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
