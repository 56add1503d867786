import { useSignals } from '@preact/signals-react/runtime'
import { SendHorizontal, Trash2 } from '../../ui/icons'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useFormat, useTexts } from '../../i18n/i18n'
import { IconButton } from '../../ui/button/button'
import { useUi } from '../../ui/context/ui-context'
import { createVoiceRecorder, type Recorded } from './voice-recorder'

interface VoiceBarProps {
  onSend: (recorded: Recorded) => void
  /** Called when it was sent, discarded or refused. */
  onClose: () => void
}

export function VoiceBar({ onSend, onClose }: VoiceBarProps) {
  useSignals()
  const t = useTexts().message.recording
  const format = useFormat()
  const { toast } = useUi()
  const recorder = useRecorder()
  const bar = useRef<HTMLDivElement>(null)
  const refused = recorder?.state.value === 'refused'

  useEffect(() => bar.current?.querySelector<HTMLElement>('.composer-send')?.focus(), [])
  useEffect(() => {
    if (!refused) return
    toast.error(t.refused)
    onClose()
  }, [refused])

  async function send() {
    const recorded = await recorder?.finish()
    onClose()
    if (recorded) onSend(recorded)
    else toast.warning(t.tooShort)
  }

  function cancel() {
    recorder?.cancel()
    onClose()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    cancel()
  }

  return (
    <div className="recording-bar row gap-3" ref={bar} role="group" aria-label={t.running} onKeyDown={onKeyDown}>
      <IconButton icon={Trash2} label={t.cancel} size="l" variant="danger" onClick={cancel} />
      <span className="recording-dot" aria-hidden />
      <span className="recording-time" role="timer" data-tabular>
        {format.clock(recorder?.seconds.value ?? 0)}
      </span>
      <div className="recording-level row" aria-hidden>
        {recorder?.levels.value.map((level, index) => (
          <span key={index} style={{ '--peak': Math.max(0.06, level) }} />
        ))}
      </div>
      <IconButton
        className="composer-send"
        icon={SendHorizontal}
        label={t.send}
        size="l"
        variant="primary"
        onClick={() => send()}
      />
    </div>
  )
}

/** Lives as long as the bar: leaving the conversation stops the recording and releases the microphone. */
function useRecorder() {
  const [recorder, setRecorder] = useState<ReturnType<typeof createVoiceRecorder>>()
  useEffect(() => {
    const made = createVoiceRecorder()
    setRecorder(made)
    return made.cancel
  }, [])
  return recorder
}
