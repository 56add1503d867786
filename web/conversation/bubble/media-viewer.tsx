import { downloadName } from '../../../src/kernel/file/download-name.contract'
import { ChevronLeft, ChevronRight, Download, X } from '../../ui/icons'
import { useState, type KeyboardEvent } from 'react'
import { Modal } from '../../ui/dialog/modal'
import { useFormat, useTexts } from '../../i18n/i18n'
import { IconButton } from '../../ui/button/button'
import { tooltip } from '../../ui/popup/tooltip'
import { useBrokenImage } from '../../ui/display/avatar'
import { useConversation } from '../state/conversation-context'
import { MissingMedia } from '../../message/bubble/media-state'
import { MessageText } from '../../message/bubble/message-text'
import { plainText } from '../../message/bubble/format-text'
import type { ShownMessage } from '../../message/shown-message'

export function MediaViewer({ startKey, onClose }: { startKey: string; onClose: () => void }) {
  const t = useTexts().message
  const { model } = useConversation()
  const [list] = useState(() => model.messages.peek().filter(isViewable))
  const [at, setAt] = useState(() => list.findIndex(({ key }) => key === startKey))
  const message = list[at]
  if (!message) return null
  const move = (step: number) => setAt(Math.max(0, Math.min(list.length - 1, at + step)))

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined || event.target instanceof HTMLVideoElement) return
    event.preventDefault()
    move(step)
  }

  return (
    <Modal className="viewer" label={t.image.title} onClose={onClose}>
      <div className="viewer-inside" onKeyDown={onKeyDown}>
        <ViewerBar message={message} onClose={onClose} />
        <ViewerStage key={message.key} message={message} onClose={onClose} />
        {at > 0 && (
          <IconButton
            className="viewer-previous"
            icon={ChevronLeft}
            label={t.image.previous}
            size="l"
            onClick={() => move(-1)}
          />
        )}
        {at < list.length - 1 && (
          <IconButton
            className="viewer-next"
            icon={ChevronRight}
            label={t.image.next}
            size="l"
            onClick={() => move(1)}
          />
        )}
        {message.body !== '' && (
          <div className="viewer-caption">
            <MessageText text={message.body} />
          </div>
        )}
      </div>
    </Modal>
  )
}

function ViewerBar({ message, onClose }: { message: ShownMessage; onClose: () => void }) {
  const t = useTexts().message
  const format = useFormat()
  const { model } = useConversation()
  const { fromMe, contact, createdAt, mediaUrl, dataJson } = message
  const name = fromMe ? t.you : (contact?.name ?? model.ticket.peek().contact.name)
  return (
    <header className="viewer-bar row gap-1">
      <span className="viewer-who grows">
        <strong dir="auto">{name}</strong>
        <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>
      </span>
      {mediaUrl && (
        <a
          className="icon-button"
          data-size="l"
          href={mediaUrl}
          download={dataJson?.file ? downloadName(dataJson.file.name, dataJson.file.type) : ''}
          aria-label={t.image.download}
          {...tooltip(t.image.download)}
        >
          <Download size={18} aria-hidden />
        </a>
      )}
      <IconButton icon={X} label={t.image.close} size="l" onClick={onClose} autoFocus />
    </header>
  )
}

function ViewerStage({ message, onClose }: { message: ShownMessage; onClose: () => void }) {
  const t = useTexts().message.image
  const [zoomed, setZoomed] = useState(false)
  const { broken, watch } = useBrokenImage(message.localUrl ?? message.mediaUrl)
  const src = message.localUrl ?? message.mediaUrl ?? ''
  if (broken) {
    return (
      <div className="viewer-stage">
        <MissingMedia kind="image" />
      </div>
    )
  }
  if (message.mediaType === 'video') {
    return (
      <div className="viewer-stage">
        <video src={src} controls autoPlay playsInline />
      </div>
    )
  }
  return (
    <div
      className="viewer-stage"
      data-zoomed={zoomed || undefined}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <button type="button" className="viewer-image" aria-label={t.zoom} onClick={() => setZoomed(!zoomed)}>
        <img src={src} alt={plainText(message.body) || t.alt(message.contact?.name ?? null)} {...watch} />
      </button>
    </div>
  )
}

function isViewable({ mediaType, mediaUrl, isDeleted }: ShownMessage) {
  return (mediaType === 'image' || mediaType === 'video') && mediaUrl !== null && !isDeleted
}
