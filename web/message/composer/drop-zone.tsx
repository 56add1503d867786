import { Upload } from '../../ui/icons'
import { useEffect, useState, type ReactNode } from 'react'
import { useTexts } from '../../i18n/i18n'

interface DropZoneProps {
  onFiles: (files: readonly File[]) => void
  children: ReactNode
}

/** Accepts files dropped anywhere on the conversation. */
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
  useEffect(() => {
    const area = document.querySelector('.conversation-main')
    if (!(area instanceof HTMLElement)) return
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const stop = new AbortController()
    const { signal } = stop
    area.addEventListener(
      'dragover',
      (event) => {
        if (!carriesFiles(event)) return
        event.preventDefault()
        setOver(true)
      },
      { signal },
    )
    area.addEventListener(
      'dragleave',
      ({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node) || !area.contains(relatedTarget)) setOver(false)
      },
      { signal },
    )
    area.addEventListener(
      'drop',
      (event) => {
        if (!carriesFiles(event)) return
        event.preventDefault()
        setOver(false)
        onFiles([...(event.dataTransfer?.files ?? [])])
      },
      { signal },
    )
    return () => stop.abort()
  })
  return over
}
