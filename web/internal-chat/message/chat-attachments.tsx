import { X } from '../../ui/icons'
import { useEffect, useState } from 'react'
import { useFormat, useTexts } from '../../i18n/i18n'
import { fileIcon } from '../../message/bubble/file-card'
import { IconButton } from '../../ui/button/icon-button'

interface ChatAttachmentsProps {
  files: readonly File[]
  onRemove: (file: File) => void
}

export function ChatAttachments({ files, onRemove }: ChatAttachmentsProps) {
  const t = useTexts().message.composer
  return (
    <ul className="attachment-list" aria-label={t.attachments}>
      {files.map((file, index) => (
        <Attachment key={`${index} ${file.name}`} file={file} onRemove={() => onRemove(file)} />
      ))}
    </ul>
  )
}

function Attachment({ file, onRemove }: { file: File; onRemove: () => void }) {
  const t = useTexts().message.composer
  const format = useFormat()
  const preview = usePreview(file)
  const { Icon, kind } = fileIcon(file.type)
  return (
    <li className="attachment">
      <div className="attachment-preview" data-kind={kind}>
        {preview ? <img src={preview} alt="" /> : <Icon size={28} strokeWidth={1.5} aria-hidden />}
        <IconButton
          className="attachment-remove"
          icon={X}
          label={t.removeFile(file.name)}
          size="xs"
          variant="soft"
          onClick={onRemove}
        />
      </div>
      <span className="attachment-name truncate" title={file.name} dir="auto">
        {file.name}
      </span>
      <span className="attachment-size">{format.fileSize(file.size)}</span>
    </li>
  )
}

function usePreview(file: File) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file.type.startsWith('image/')) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
