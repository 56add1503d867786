import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useApp } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { MessageText } from '../../message/bubble/message-text'
import type { ShownMessage } from '../../message/shown-message'
import { FileText } from '../../ui/icons'
import { Spinner } from '../../ui/feedback/spinner'
import { useAttempt } from '../../ui/form/use-attempt'
import { useConversation } from '../state/conversation-context'

/** The transcription of a recording, or the button that requests it. A live event brings the text. */
export function AudioTranscription({ message: { id, outgoing, dataJson, mediaUrl } }: { message: ShownMessage }) {
  useSignals()
  const t = useTexts().message.audio
  const { hasAssistance } = useConversation()
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
  if (!hasAssistance.value || outgoing || !mediaUrl) return null

  async function ask() {
    setAsked(true)
    await attempt(() => api.post('/messages/:id/transcription', { params: { id } }))
    setAsked(false)
  }

  return (
    <button type="button" className="audio-transcribe" aria-busy={asked} onClick={() => !asked && void ask()}>
      {asked ? <Spinner /> : <FileText size={14} aria-hidden />}
      {asked ? t.transcribing : t.transcribe}
    </button>
  )
}
