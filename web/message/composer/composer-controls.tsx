import { Upload, Check, Lock, Mic, SendHorizontal } from '../../ui/icons'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useTexts, useFormat } from '../../i18n/i18n'
import { IconButton } from '../../ui/button/button'
import { FailureText } from '../../ui/feedback/feedback'

interface DropZoneProps {
  onFiles: (files: readonly File[]) => void
  children: ReactNode
}

export function DropZone({ onFiles, children }: DropZoneProps) {
  const t = useTexts().message.composer
  const over = useFileDrop(onFiles)
  return (
    <>
      {over && (
        <div className="drop-zone">
          <Upload size={28} aria-hidden />
          {t.dropHere}
        </div>
      )}
      {children}
    </>
  )
}

function useFileDrop(onFiles: DropZoneProps['onFiles']) {
  const [over, setOver] = useState(false)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    const area = document.querySelector<HTMLElement>('.conversation-main')
    const stop = new AbortController()
    const { signal } = stop
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

    function onDragOver(event: DragEvent) {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setOver(true)
    }

    function onDragLeave({ relatedTarget }: DragEvent) {
      if (!(relatedTarget instanceof Node) || !area?.contains(relatedTarget)) setOver(false)
    }

    function onDrop(event: DragEvent) {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setOver(false)
      take([...(event.dataTransfer?.files ?? [])])
    }

    area?.addEventListener('dragover', onDragOver, { signal })
    area?.addEventListener('dragleave', onDragLeave, { signal })
    area?.addEventListener('drop', onDrop, { signal })
    return () => stop.abort()
  }, [])
  return over
}

interface SendButtonProps {
  empty: boolean
  editing?: boolean
  /** The message is for colleagues only. */
  isPrivate?: boolean
  onSend: () => void
  onRecord: (() => void) | undefined
}

/** Without a text the microphone replaces Send. */
export function SendButton({ empty, editing = false, isPrivate = false, onSend, onRecord }: SendButtonProps) {
  const t = useTexts().message.composer
  if (empty && !editing && onRecord) {
    return <IconButton className="composer-send" icon={Mic} label={t.record} size="l" onClick={onRecord} />
  }
  return (
    <IconButton
      className="composer-send"
      icon={editing ? Check : isPrivate ? Lock : SendHorizontal}
      label={editing ? t.save : isPrivate ? t.sendPrivate : t.send}
      size="l"
      variant="primary"
      disabled={empty}
      onClick={onSend}
    />
  )
}

interface TextLimitProps {
  text: string
  /** In UTF-16 code units, like on the server. */
  max: number
}

export function isTooLong(text: string, max: number) {
  return text.trim().length > max
}

/** Warns while the text is too long to be sent. */
export function TextLimit({ text, max }: TextLimitProps) {
  const t = useTexts().message.composer
  const format = useFormat()
  return (
    <div role="alert" className="text-limit-region">
      {isTooLong(text, max) && (
        <FailureText>{t.tooLong(format.number(text.trim().length), format.number(max))}</FailureText>
      )}
    </div>
  )
}

/** Passes the files of an input on, and empties it, so that the same file can be chosen again. */
export function onFilesChosen(onFiles: (files: readonly File[]) => void) {
  return ({ target }: { target: HTMLInputElement }) => {
    onFiles([...(target.files ?? [])])
    target.value = ''
  }
}
