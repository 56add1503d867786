import { useEffect } from 'react'
import { channelRules } from '../../../src/channel/channel-rules.contract'
import { useConversation } from '../state/conversation-context'
import { VoiceBar } from '../../message/composer/voice-bar'
import { voiceFile } from '../../message/composer/voice-file'
import type { Recorded } from '../../message/composer/voice-recorder'

const types = { mp3: 'audio/mpeg', m4a: 'audio/mp4', ogg: 'audio/ogg' }

export function RecordingBar({ onDone }: { onDone: () => void }) {
  const { model, composer, presence } = useConversation()
  useEffect(() => presence.record(), [presence])

  function send({ blob, seconds }: Recorded) {
    const { voiceFileExtension } = channelRules[model.ticket.peek().channel]
    const made = voiceFile(blob, voiceFileExtension, Date.now())
    const type = types[voiceFileExtension]
    const file = {
      name: `audio.${voiceFileExtension}`,
      type,
      size: blob.size,
      seconds: Math.round(seconds),
      voiceNote: true,
    }
    model.outbox.send(composer.takeExtra({ file: { ...file, content: () => made } }, false))
  }

  function close() {
    onDone()
    composer.focusWanted.value += 1
  }

  return <VoiceBar onSend={send} onClose={close} />
}
