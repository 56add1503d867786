import { Ban, Bot, Forward, Lock, Pencil, RotateCw, Trash2, Megaphone, MessagesSquare, Package } from '../../ui/icons'
import { useUser } from '../../app/app-context'
import { useErrorText, useFormat, useSendErrorText, useTexts } from '../../i18n/i18n'
import { colourOf } from '../../../src/kernel/text/name-colour.contract'
import { tooltip } from '../../ui/popup/tooltip'
import { useConversation } from '../state/conversation-context'
import { DeliveryMark } from '../../message/bubble/delivery-mark'
import { isEmojiOnly } from '../../message/bubble/format-text'
import type { useMessageActions } from '../message-actions'
import { useAuthor } from './message-image'
import { MessageContent } from './message-content'
import { deliveryOf, type ShownMessage } from '../../message/shown-message'
import type { MessageView, MessageData, QuotedMessage as Quoted } from '../../../src/message/message.answers'
import { useUi } from '../../ui/context/ui-context'
import { QuotedContent, quotedColour } from './quoted-content'

interface BubbleProps {
  message: ShownMessage
  first: boolean
  actions: ReturnType<typeof useMessageActions>
}

export function MessageBubble({ message, first, actions }: BubbleProps) {
  const t = useTexts().message
  const { isPrivate, isForwarded, isDeleted, quotedMsg, reactions, fromMe, outgoing } = message
  const delivery = fromMe && !isPrivate ? deliveryOf(message) : undefined
  return (
    <div className="bubble-column">
      <div className="bubble" data-look={lookOf(message)} data-deleted={isDeleted || undefined}>
        {first && <BubbleAuthor message={message} />}
        {isPrivate && (
          <p className="bubble-note row">
            <Lock size={12} aria-hidden />
            {t.privatePrefix}
          </p>
        )}
        {isForwarded && !isDeleted && (
          <p className="bubble-note row">
            <Forward size={12} aria-hidden />
            {t.forwarded}
          </p>
        )}
        {message.dataJson?.referral && !isDeleted && <MessageReferral referral={message.dataJson.referral} />}
        {message.dataJson?.standby && (
          <p className="bubble-note row">
            <Bot size={12} aria-hidden />
            {fromMe ? t.fromOtherApp : t.inOtherApp}
          </p>
        )}
        {message.dataJson?.product && !isDeleted && (
          <p className="bubble-note row">
            <Package size={12} aria-hidden />
            <span>
              {t.aboutProduct} <bdi>{message.dataJson.product.productId}</bdi>
            </span>
          </p>
        )}
        {quotedMsg && !isDeleted && <QuotedMessage quoted={quotedMsg} />}
        {isDeleted && <DeletedNotice fromMe={fromMe} />}
        {(!isDeleted || hasContent(message)) && (
          <div className="bubble-content" data-deleted={isDeleted || undefined}>
            <MessageContent message={message} />
          </div>
        )}
        <BubbleMeta message={message} />
        {outgoing?.file && outgoing.state === 'sending' && (
          <progress className="bubble-progress" value={outgoing.progress} aria-label={t.marks.pending} />
        )}
      </div>
      {reactions.length > 0 && (
        <MessageReactions reactions={reactions} onReact={actions.may.react ? actions.react : undefined} />
      )}
      {delivery === 'failed' && <Failure message={message} actions={actions} />}
    </div>
  )
}

/** The text of a deleted message stays readable for the company, struck through. */
function hasContent({ body, mediaUrl, dataJson }: ShownMessage) {
  return body !== '' || mediaUrl !== null || Boolean(dataJson?.contentText)
}

/** Pictures extend to the edges; stickers and lone emoji have no bubble. */
function lookOf({ mediaType, body, isDeleted, isPrivate, quotedMsg, mediaUrl }: ShownMessage) {
  if (isDeleted || isPrivate) return undefined
  if (mediaType === 'sticker') return 'bare'
  if (mediaType === null && !quotedMsg && isEmojiOnly(body)) return 'bare'
  if ((mediaType === 'image' || mediaType === 'video') && mediaUrl) return 'picture'
  return mediaType === 'locationMessage' ? 'picture' : undefined
}

function BubbleAuthor({ message }: { message: ShownMessage }) {
  const { fromMe, user, isAutomatic } = message
  const me = useUser()
  const { model } = useConversation()
  const author = useAuthor(message)
  if (isAutomatic) {
    return (
      <p className="bubble-note row">
        <Bot size={12} aria-hidden />
        {author.name}
      </p>
    )
  }
  if (fromMe ? !user || user.id === me.id : !model.ticket.peek().isGroup) return null
  return (
    <p className="bubble-author" style={{ '--author-colour': colourOf(author.name) }}>
      <bdi>{author.name}</bdi>
    </p>
  )
}

function DeletedNotice({ fromMe }: { fromMe: boolean }) {
  const t = useTexts().message
  return (
    <p className="bubble-deleted">
      <Ban size={14} aria-hidden />
      {fromMe ? t.deleted : t.deletedByContact}
    </p>
  )
}

function BubbleMeta({ message }: { message: ShownMessage }) {
  const t = useTexts().message
  const format = useFormat()
  const sendErrorText = useSendErrorText()
  const { createdAt, isEdited, editedAt, isDeleted, fromMe, isPrivate, sendState, sendError } = message
  const isWaiting = sendState === 'queued' && sendError !== null
  return (
    <span className="bubble-meta row">
      {isEdited && !isDeleted && (
        <span title={editedAt ? t.editedAt(format.time(editedAt)) : undefined}>
          {editedAt ? `${t.edited} ${format.time(editedAt)}` : t.edited}
          {' · '}
        </span>
      )}
      <time dateTime={createdAt} title={format.dateTime(createdAt)}>
        {format.time(createdAt)}
      </time>
      {fromMe && !isPrivate && !isDeleted && (
        <DeliveryMark state={deliveryOf(message)} reason={isWaiting ? sendErrorText(sendError) : undefined} />
      )}
    </span>
  )
}

function Failure({ message, actions }: Pick<BubbleProps, 'message' | 'actions'>) {
  const texts = useTexts()
  const errorText = useErrorText()
  const sendErrorText = useSendErrorText()
  const t = texts.message
  const { outgoing, sendError } = message
  const reason = outgoing?.error ? errorText(outgoing.error) : sendError && sendErrorText(sendError)
  const isText = outgoing && !outgoing.file && !outgoing.contact
  return (
    <p className="bubble-failure row wraps">
      {/* The provider's own error text, for diagnosis. */}
      <span {...(sendError && tooltip(sendError))}>
        {t.notSent} {reason}
      </span>
      <button type="button" onClick={actions.retry}>
        <RotateCw size={13} aria-hidden />
        {t.tryAgain}
      </button>
      {isText && (
        <button type="button" onClick={actions.editUnsent}>
          <Pencil size={13} aria-hidden />
          {t.actions.edit}
        </button>
      )}
      {outgoing && (
        <button type="button" onClick={actions.discard}>
          <Trash2 size={13} aria-hidden />
          {t.discard}
        </button>
      )}
    </p>
  )
}

interface ReactionsProps {
  reactions: MessageView['reactions']
  onReact: ((emoji: string) => void) | undefined
}

/** The reactions of a message. Pressing the own one removes it, pressing another adds the same. */
function MessageReactions({ reactions, onReact }: ReactionsProps) {
  const t = useTexts().message
  const groups = Map.groupBy(reactions, ({ emoji }) => emoji)
  return (
    <ul className="message-reactions" aria-label={t.reactions.list}>
      {[...groups].map(([emoji, list]) => {
        const mine = list.some(({ fromMe }) => fromMe)
        const names = list.map(({ fromMe, name }) => (fromMe ? t.you : name)).join(', ')
        return (
          <li key={emoji}>
            <button
              type="button"
              className="message-reaction row"
              data-mine={mine || undefined}
              disabled={!onReact}
              {...tooltip(mine && onReact ? t.reactions.remove : names)}
              aria-label={t.reactions.from(emoji, names)}
              onClick={() => onReact?.(mine ? '' : emoji)}
            >
              {emoji}
              {list.length > 1 && <span data-tabular>{list.length}</span>}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** What led the contact to write: an advertisement, a story or a public post. */
function MessageReferral({ referral }: { referral: NonNullable<MessageData['referral']> }) {
  const t = useTexts().message
  const { url, text, sourceId, clickId } = referral
  const { icon: Icon, says, title } = useShown(referral)
  return (
    <p className="bubble-note row">
      <Icon size={12} aria-hidden />
      <span>
        {says}{' '}
        {url ? (
          <a href={url} target="_blank" rel="noreferrer noopener" dir="auto">
            {title}
          </a>
        ) : (
          <bdi>{title}</bdi>
        )}
        {text && <bdi> – {text}</bdi>}
        {sourceId && <bdi {...(clickId && tooltip(t.adClick(clickId)))}> · {t.adId(sourceId)}</bdi>}
      </span>
    </p>
  )
}

function useShown({ title, url, of, sourceType }: NonNullable<MessageData['referral']>) {
  const t = useTexts().message
  const link = (label: string) => (url ? label : '')
  switch (of) {
    case 'story':
      return { icon: MessagesSquare, says: url ? t.fromStory : t.storyMention, title: link(t.viewStory) }
    case 'comment':
      return { icon: MessagesSquare, says: t.fromComment, title: link(t.viewPost) }
    default:
      return { icon: Megaphone, says: sourceType === 'post' ? t.fromPost : t.fromAdvertisement, title: title || url }
  }
}

function QuotedMessage({ quoted }: { quoted: Quoted }) {
  const t = useTexts().message
  const { toast } = useUi()
  const { view } = useConversation()
  return (
    <button
      type="button"
      className="quoted"
      style={{ '--quoted-colour': quotedColour(quoted) }}
      onClick={async () => {
        if (!(await view.jumpTo(quoted.id))) toast.info(t.quotedGone)
      }}
    >
      <QuotedContent quoted={quoted} />
    </button>
  )
}
