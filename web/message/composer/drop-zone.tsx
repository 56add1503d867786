import { Upload } from '../../ui/icons'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useTexts } from '../../i18n/i18n'

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
