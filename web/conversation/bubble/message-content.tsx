import { isKeyOf } from '../../../src/kernel/typed-object.contract'
import { useTexts } from '../../i18n/i18n'
import { ComingMedia, MissingMedia } from '../../message/bubble/media-state'
import { ButtonList, MessageButtons } from '../../message/bubble/message-buttons'
import { MessageImage, MessageSticker, MessageVideo, useAuthor } from './message-image'
import { MessageText } from '../../message/bubble/message-text'
import { type ShownMessage, deliveryOf } from '../../message/shown-message'
import { Mic, FileText, Phone, PhoneMissed, Video, MapPin, MessageCircle } from '../../ui/icons'
import { Avatar } from '../../ui/display/avatar'
import { createAudioPlayer } from '../../message/bubble/audio-player'
import { AudioTrack } from '../../message/bubble/audio-track'
import { useConversation } from '../state/conversation-context'
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useApp } from '../../app/app-context'
import { Spinner } from '../../ui/feedback/spinner'
import { useAttempt } from '../../ui/form/use-attempt'
import type { MessageData } from '../../../src/message/message.answers'
import { FileCard } from '../../message/bubble/file-card'
import { numbersOf } from '../../../src/message/compose/vcard.contract'
import { formatPhone } from '../../i18n/format'
import type { CardPosition } from '../state/conversation-view'

export function MessageContent({ message }: { message: ShownMessage }) {
  const { body, mediaType, dataJson } = message
  switch (mediaType) {
    case null:
    case 'reactionMessage':
      return <PlainContent message={message} />
    case 'buttonsMessage':
      return <MessageButtons data={dataJson} body={body} />
    case 'locationMessage':
      return dataJson?.location ? <MessageLocation location={dataJson.location} /> : <PlainContent message={message} />
    case 'contactMessage':
      return dataJson?.contacts ? <MessageContacts message={message} /> : <PlainContent message={message} />
    case 'number_change':
      return <NumberChange message={message} />
    case 'call_log':
      return <CallLog call={dataJson?.call} />
    default:
      return (
        <>
          <Media message={message} />
          {body !== '' && body !== dataJson?.file?.name && (
            <MessageText text={body} mentions={dataJson?.mentions?.map(({ name }) => name)} />
          )}
          <TemplateButtons data={dataJson} />
        </>
      )
  }
}

const stateKinds = { image: 'image', sticker: 'image', video: 'video', audio: 'audio' } as const

function Media({ message }: { message: ShownMessage }) {
  const { mediaType, dataJson } = message
  const kind = mediaType && isKeyOf(stateKinds, mediaType) ? stateKinds[mediaType] : 'file'
  if (dataJson?.file?.state === 'pending' && !message.mediaUrl)
    return <ComingMedia kind={kind} pixels={pixelsOf(message)} />
  if (dataJson?.file?.state === 'missing') return <MissingMedia kind={kind} />
  switch (mediaType) {
    case 'image':
      return <MessageImage message={message} />
    case 'video':
      return <MessageVideo message={message} />
    case 'sticker':
      return <MessageSticker message={message} />
    case 'audio':
      return <MessageAudio message={message} />
    default:
      return <MessageFile message={message} />
  }
}

/** Returns the size of a picture or video; files and stickers have a fixed one. */
function pixelsOf({ mediaType, dataJson }: ShownMessage) {
  return mediaType === 'image' || mediaType === 'video' ? dataJson?.file : undefined
}

function PlainContent({ message: { body, dataJson, fromMe } }: { message: ShownMessage }) {
  if (dataJson?.placeholder && body === '') {
    return <Placeholder kind={dataJson.placeholder} isAwaited={dataJson.awaited === true} fromMe={fromMe} />
  }
  return (
    <>
      <MessageText text={body} mentions={dataJson?.mentions?.map(({ name }) => name)} />
      <TemplateButtons data={dataJson} />
    </>
  )
}

/** In place of a message that did not arrive whole: what it was, as far as that is known, and what to do. */
function Placeholder({ kind, isAwaited, fromMe }: { kind: string; isAwaited: boolean; fromMe: boolean }) {
  const t = useTexts().message
  const { model } = useConversation()
  useSignals()
  const hint = model.ticket.value.hasPhone ? t.seePhone : fromMe ? '' : t.askAgain
  const plain = kind.toLowerCase().replaceAll('_', '')
  const [, known = ''] = Object.entries(t.unknownKinds).find(([name]) => plain.includes(name)) ?? []
  const text = isKeyOf(t.placeholders, plain)
    ? t.placeholders[plain]
    : [t.unknown(known), hint].filter(Boolean).join(' ')
  return <p className="message-placeholder">{isAwaited ? t.awaited : text}</p>
}

function TemplateButtons({ data }: { data: ShownMessage['dataJson'] }) {
  return (
    <ButtonList
      labels={
        data?.menu?.options.map(({ name }) => name) ??
        (data?.template && data.buttons?.map(({ buttonText }) => buttonText.displayText))
      }
    />
  )
}

function MessageAudio({ message }: { message: ShownMessage }) {
  const { player } = useConversation()
  const author = useAuthor(message)
  const src = message.localUrl ?? message.mediaUrl
  if (!src) return <MissingMedia kind="audio" />
  const { size, seconds, voiceNote } = message.dataJson?.file ?? {}
  return (
    <>
      <AudioTrack
        player={(player.current ??= createAudioPlayer())}
        id={message.key}
        src={src}
        stored={message.mediaUrl}
        size={size}
        seconds={seconds}
        played={deliveryOf(message) === 'played'}
        who={
          <span className="message-audio-who" data-voice={voiceNote || undefined}>
            <Avatar name={author.face} src={author.picture} size={36} />
            {voiceNote && <Mic size={14} aria-hidden />}
          </span>
        }
      />
      <AudioTranscription message={message} />
    </>
  )
}

function AudioTranscription({ message: { id, outgoing, dataJson, mediaUrl } }: { message: ShownMessage }) {
  useSignals()
  const t = useTexts().message.audio
  const { hasAssistance, view } = useConversation()
  const { api } = useApp()
  const attempt = useAttempt()
  const [asked, setAsked] = useState(false)
  const text = dataJson?.transcription
  if (text !== undefined) {
    return (
      <div className="audio-transcription">
        <span className="audio-transcription-label">{t.transcription}</span>
        {text === '' ? <em>{t.silent}</em> : <MessageText text={text} />}
      </div>
    )
  }
  // The server renders no such button, and hydration must find what the server rendered.
  const isOffered = hasAssistance.value && view.isListReady.value
  if (!isOffered || outgoing || !mediaUrl) return null

  async function ask() {
    setAsked(true)
    await attempt(() => api.post('/messages/:id/transcription', { params: { id } }))
    setAsked(false)
  }

  return (
    <button
      type="button"
      className="audio-transcribe inline-row note-text"
      aria-busy={asked}
      onClick={() => !asked && void ask()}
    >
      {asked ? <Spinner /> : <FileText size={14} aria-hidden />}
      {asked ? t.transcribing : t.transcribe}
    </button>
  )
}

function CallLog({ call }: { call: MessageData['call'] }) {
  const t = useTexts().message.call
  const missed = call?.outcome !== 'ended'
  const Icon = missed ? PhoneMissed : call?.video ? Video : Phone
  const text = missed ? (call?.video ? t.missedVideo : t.missedVoice) : call?.video ? t.video : t.voice
  return (
    <span className="call-log inline-row" data-missed={missed || undefined}>
      <span className="call-log-icon">
        <Icon size={18} aria-hidden />
      </span>
      {text}
    </span>
  )
}

function NumberChange({ message: { id, dataJson } }: { message: ShownMessage }) {
  const t = useTexts().message.numberChange
  const { api } = useApp()
  const attempt = useAttempt()
  const { number = '', isDone = false } = dataJson?.numberChange ?? {}
  const shown = formatPhone(number)
  if (isDone) return <p>{t.done(shown)}</p>
  return (
    <>
      <p>{t.changed(shown)}</p>
      <button
        type="button"
        className="message-contact-talk"
        onClick={() => void attempt(() => api.post('/messages/:id/number', { params: { id } }))}
      >
        <Phone size={16} aria-hidden />
        {t.continue}
      </button>
    </>
  )
}

function MessageFile({ message }: { message: ShownMessage }) {
  const t = useTexts().message
  const file = message.dataJson?.file
  const src = message.localUrl ?? message.mediaUrl
  if (!src) return <MissingMedia kind="file" />
  return <FileCard src={src} name={file?.name || t.file.unnamed} type={file?.type ?? ''} size={file?.size} />
}

/** A location as a card. No map is loaded from another site until it is opened. */
function MessageLocation({ location }: { location: NonNullable<MessageData['location']> }) {
  const t = useTexts().message.location
  const { latitude, longitude, name, address, thumbnail } = location
  const href = `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${latitude},${longitude}`)}`
  return (
    <a className="message-location" href={href} target="_blank" rel="noopener noreferrer">
      <span className="message-location-map">
        {thumbnail && <img src={`data:image/jpeg;base64,${thumbnail}`} alt="" />}
        <MapPin size={26} fill="currentColor" strokeWidth={1.5} aria-hidden />
      </span>
      <span className="message-location-text">
        <strong dir="auto">{name || t.title}</strong>
        {address && <span dir="auto">{address}</span>}
        <span className="message-location-open">{t.open}</span>
      </span>
    </a>
  )
}

function MessageContacts({ message: { id, dataJson } }: { message: ShownMessage }) {
  return dataJson?.contacts?.map((card, index) => (
    <ContactCard key={index} card={card} place={{ messageId: id, index }} />
  ))
}

type Card = NonNullable<MessageData['contacts']>[number]

function ContactCard({ card: { name, vcard, number }, place }: { card: Card; place: CardPosition }) {
  const t = useTexts().message.contactCard
  const { view } = useConversation()
  const shown = number ?? numbersOf(vcard)[0]
  // A message that is still being sent has no id yet.
  const reachable = shown && place.messageId > 0
  return (
    <div className="message-contact">
      <div className="message-contact-who row gap-3">
        <Avatar name={name} size={40} />
        <span className="message-contact-text">
          <strong dir="auto">{name}</strong>
          <span data-tabular>{shown ? formatPhone(shown) : t.noNumber}</span>
        </span>
      </div>
      {reachable && (
        <button
          type="button"
          className="message-contact-talk"
          onClick={() => (view.dialog.value = { kind: 'talk-to', name, person: place })}
        >
          <MessageCircle size={16} aria-hidden />
          {t.talk}
        </button>
      )}
    </div>
  )
}
