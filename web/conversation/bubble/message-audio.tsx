import { Mic } from '../../ui/icons'
import { Avatar } from '../../ui/display/avatar'
import { AudioTrack } from '../../message/bubble/audio-track'
import { useConversation } from '../state/conversation-context'
import { MissingMedia } from '../../message/bubble/media-state'
import { AudioTranscription } from './audio-transcription'
import { useAuthor } from './use-author'
import { deliveryOf, type ShownMessage } from '../../message/shown-message'

interface AudioProps {
  message: ShownMessage
}

/** The recording of a message with its author's picture. */
export function MessageAudio({ message }: AudioProps) {
  const { player } = useConversation()
  const author = useAuthor(message)
  const src = message.localUrl ?? message.mediaUrl
  if (!src) return <MissingMedia kind="audio" />
  const { size, seconds, voiceNote } = message.dataJson?.file ?? {}
  return (
    <>
      <AudioTrack
        player={player}
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
