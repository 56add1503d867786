import { Play } from '../../ui/icons'
import { useState } from 'react'
import { useTexts } from '../../i18n/i18n'
import { useConversation } from '../state/conversation-context'
import { useBrokenImage } from '../../ui/display/avatar'
import { MissingMedia, frameProps } from '../../message/bubble/media-state'
import type { ShownMessage } from '../../message/shown-message'
import { useSignals } from '@preact/signals-react/runtime'
import { useUser } from '../../app/app-context'

interface MediaProps {
  message: ShownMessage
}

export function MessageImage({ message }: MediaProps) {
  const t = useTexts().message.image
  const author = useAuthor(message)
  const { view } = useConversation()
  const src = message.localUrl ?? message.mediaUrl
  const { broken, watch } = useBrokenImage(src)
  const name = author.isReader ? null : author.name
  const pixels = message.dataJson?.file
  if (!src || broken) return <MissingMedia kind="image" pixels={pixels} />
  return (
    <button
      type="button"
      className="message-image"
      {...frameProps(pixels)}
      aria-label={t.open(name)}
      onClick={() => (view.dialog.value = { kind: 'viewer', key: message.key })}
    >
      <img src={src} alt={t.alt(name)} loading="lazy" decoding="async" {...watch} />
    </button>
  )
}

/** A video shows its first frame and plays in the whole window. */
export function MessageVideo({ message }: MediaProps) {
  const t = useTexts().message
  const author = useAuthor(message)
  const { view } = useConversation()
  const [broken, setBroken] = useState(false)
  const src = message.localUrl ?? message.mediaUrl
  const pixels = message.dataJson?.file
  if (!src || broken) return <MissingMedia kind="video" pixels={pixels} />
  return (
    <button
      type="button"
      className="message-image message-video"
      {...frameProps(pixels)}
      aria-label={`${t.audio.play}: ${t.kinds.video}, ${author.name}`}
      onClick={() => (view.dialog.value = { kind: 'viewer', key: message.key })}
    >
      <video
        src={`${src}#t=0.1`}
        preload="metadata"
        muted
        playsInline
        tabIndex={-1}
        ref={(video) => {
          // It may have failed before hydration.
          if (video?.error) setBroken(true)
        }}
        onError={() => setBroken(true)}
      />
      <span className="message-video-play">
        <Play size={22} fill="currentColor" aria-hidden />
      </span>
    </button>
  )
}

/** A sticker has no bubble. */
export function MessageSticker({ message }: { message: ShownMessage }) {
  const t = useTexts().message
  const src = message.localUrl ?? message.mediaUrl
  const { broken, watch } = useBrokenImage(src)
  if (!src || broken) return <MissingMedia kind="image" />
  return (
    <img
      className="message-sticker"
      src={src}
      alt={t.kinds.sticker}
      width={160}
      height={160}
      loading="lazy"
      {...watch}
    />
  )
}

interface Author {
  /** The name as shown to the reader: "Você" for the reader. */
  name: string
  /** The name whose initials replace a missing picture. */
  face: string
  picture: string
  isReader: boolean
}

/** Returns the author as shown to others: users by name, other messages of ours by their origin. */
export function useAuthor({ fromMe, user, contact }: ShownMessage): Author {
  useSignals()
  const t = useTexts().message
  const me = useUser()
  const { model } = useConversation()
  if (fromMe && user?.id === me.id) return { name: t.you, face: me.name, picture: me.profileImage, isReader: true }
  const isReader = false
  if (fromMe) return { name: user?.name ?? t.automatic, face: user?.name ?? t.automatic, picture: '', isReader }
  const { name, urlPicture } = contact ?? model.rowTicket.value.contact
  return { name, face: name, picture: urlPicture, isReader }
}
