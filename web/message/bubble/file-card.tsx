import { downloadName } from '../../../src/kernel/file/download-name.contract'
import {
  Download,
  File as FileOutline,
  FileArchive,
  FileSpreadsheet,
  FileText,
  Image,
  type LucideIcon,
  Mic,
  Video,
  X,
} from '../../ui/icons'
import { useFormat, useTexts } from '../../i18n/i18n'
import { IconButton } from '../../ui/button/button'
import type { ReactNode } from 'react'

const iconsByType: [RegExp, LucideIcon, string][] = [
  [/pdf$/i, FileText, 'pdf'],
  [/sheet|excel|csv/i, FileSpreadsheet, 'sheet'],
  [/zip|rar|7z|tar|compressed/i, FileArchive, 'archive'],
  [/^image/i, Image, 'image'],
  [/^audio/i, Mic, 'audio'],
  [/^video/i, Video, 'video'],
  [/json|xml|html|javascript/i, FileText, 'code'],
  [/word|document|text|rtf/i, FileText, 'text'],
]

function fileIcon(type: string): { Icon: LucideIcon; kind: string } {
  const [, Icon, kind] = iconsByType.find(([pattern]) => pattern.test(type)) ?? [undefined, FileOutline, 'other']
  return { Icon, kind }
}

interface FileCardProps {
  src: string
  name: string
  type: string
  size?: number | undefined
}

/** A document with type, name and size. A PDF opens in the browser's viewer, anything else is downloaded. */
export function FileCard({ src, name, type, size }: FileCardProps) {
  const t = useTexts().message
  const format = useFormat()
  const { Icon, kind } = fileIcon(type)
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase()
  const opens = kind === 'pdf'
  return (
    <a
      className="message-file row gap-3"
      href={src}
      {...(opens ? { target: '_blank', rel: 'noopener noreferrer' } : { download: downloadName(name, type) })}
      title={opens ? t.file.open(name) : t.file.download(name)}
    >
      <span className="message-file-icon" data-kind={kind}>
        <Icon size={22} strokeWidth={1.75} aria-hidden />
      </span>
      <span className="message-file-text grows">
        <span className="message-file-name" dir="auto">
          {name}
        </span>
        <span className="message-file-about note-text">
          {[extension, size ? format.fileSize(size) : undefined].filter(Boolean).join(' · ')}
        </span>
      </span>
      <Download className="message-file-get" size={18} aria-hidden />
    </a>
  )
}

interface AttachedFileProps {
  file: File
  previewUrl: string | null | undefined
  onRemove: () => void
  children?: ReactNode
}

export function AttachedFile({ file, previewUrl, onRemove, children }: AttachedFileProps) {
  const t = useTexts().message.composer
  const format = useFormat()
  const { Icon, kind } = fileIcon(file.type)
  return (
    <li className="attachment">
      <div className="attachment-preview" data-kind={kind}>
        {previewUrl && file.type.startsWith('image/') ? (
          <img src={previewUrl} alt="" />
        ) : previewUrl ? (
          <video src={`${previewUrl}#t=0.1`} preload="metadata" muted tabIndex={-1} />
        ) : (
          <Icon size={28} strokeWidth={1.5} aria-hidden />
        )}
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
      {children}
    </li>
  )
}
