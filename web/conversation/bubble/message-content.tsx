import { isKeyOf } from '../../../src/kernel/typed-object.contract'
import { useTexts } from '../../i18n/i18n'
import { CallLog } from '../../message/bubble/call-log'
import { ComingMedia, MissingMedia } from '../../message/bubble/media-state'
import { MessageAudio } from './message-audio'
import { ButtonList, MessageButtons } from '../../message/bubble/message-buttons'
import { MessageContacts } from './message-contacts'
import { MessageFile } from '../../message/bubble/message-file'
import { MessageImage, MessageSticker, MessageVideo } from './message-image'
import { MessageLocation } from '../../message/bubble/message-location'
import { MessageText } from '../../message/bubble/message-text'
import type { ShownMessage } from '../../message/shown-message'

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

function PlainContent({ message: { body, dataJson } }: { message: ShownMessage }) {
  const t = useTexts().message
  if (dataJson?.placeholder && body === '') {
    return <p className="message-placeholder">{dataJson.awaited ? t.awaited : t.unknown}</p>
  }
  return (
    <>
      <MessageText text={body} mentions={dataJson?.mentions?.map(({ name }) => name)} />
      <TemplateButtons data={dataJson} />
    </>
  )
}

/** The buttons below a template, or the options of a menu. */
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
