import { Play } from '../../ui/icons'
import { useState } from 'react'
import { useTexts } from '../../i18n/i18n'
import { useConversation } from '../conversation-context'
import { MissingMedia } from './media-state'
import type { ShownMessage } from '../shown-message'

interface MediaProps {
  message: ShownMessage
  author: string
}

/** A photo; opens over the whole window. */
export function MessageImage({ message, author }: MediaProps) {
  const t = useTexts().message.image
  const { view } = useConversation()
  const [broken, setBroken] = useState(false)
  const src = message.localUrl ?? message.mediaUrl
  if (!src || broken) return <MissingMedia kind="image" />
  return (
    <button
      type="button"
      className="message-image"
      aria-label={t.open(author)}
      onClick={() => (view.dialog.value = { kind: 'viewer', key: message.key })}
    >
      <img src={src} alt={t.alt(author)} loading="lazy" decoding="async" onError={() => setBroken(true)} />
    </button>
  )
}

/** A video shows its first picture and plays over the whole window. */
export function MessageVideo({ message, author }: MediaProps) {
  const t = useTexts().message
  const { view } = useConversation()
  const [broken, setBroken] = useState(false)
  const src = message.localUrl ?? message.mediaUrl
  if (!src || broken) return <MissingMedia kind="video" />
  return (
    <button
      type="button"
      className="message-image message-video"
      aria-label={`${t.audio.play}: ${t.kinds.video}, ${author}`}
      onClick={() => (view.dialog.value = { kind: 'viewer', key: message.key })}
    >
      <video src={`${src}#t=0.1`} preload="metadata" muted playsInline tabIndex={-1} onError={() => setBroken(true)} />
      <span className="message-video-play">
        <Play size={22} fill="currentColor" aria-hidden />
      </span>
    </button>
  )
}

/** A sticker stands without a bubble. */
export function MessageSticker({ message }: { message: ShownMessage }) {
  const t = useTexts().message
  const [broken, setBroken] = useState(false)
  const src = message.localUrl ?? message.mediaUrl
  if (!src || broken) return <MissingMedia kind="image" />
  return (
    <img
      className="message-sticker"
      src={src}
      alt={t.kinds.sticker}
      width={160}
      height={160}
      loading="lazy"
      onError={() => setBroken(true)}
    />
  )
}
