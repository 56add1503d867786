import { useSignals } from '@preact/signals-react/runtime'
import { Plus, X } from '../../ui/icons'
import { useRef } from 'react'
import { useFormat, useTexts } from '../../i18n/i18n'
import { IconButton } from '../../ui/button/button'
import { TextInput } from '../../ui/field/text-input'
import type { Attachment } from './kept-parts'
import { useConversation } from '../state/conversation-context'
import { fileIcon } from '../../message/bubble/file-card'
import { onFilesChosen } from '../../message/composer/on-files-chosen'

export function ComposerAttachments({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  useSignals()
  const { composer } = useConversation()
  const t = useTexts().message.composer
  const picker = useRef<HTMLInputElement>(null)
  const list = composer.attachments.value
  return (
    <div className="attachments">
      <ul className="attachment-list" aria-label={t.attachments}>
        {list.map((attachment) => (
          <AttachmentCard key={attachment.id} attachment={attachment} withCaption={list.length > 1} />
        ))}
        <li>
          <button
            type="button"
            className="attachment-add"
            aria-label={t.addFile}
            onClick={() => picker.current?.click()}
          >
            <Plus size={20} aria-hidden />
          </button>
        </li>
      </ul>
      <input ref={picker} type="file" multiple hidden onChange={onFilesChosen(onFiles)} />
    </div>
  )
}

/** `withCaption` is false for a single file, whose caption is the composer's text. */
function AttachmentCard({ attachment, withCaption }: { attachment: Attachment; withCaption: boolean }) {
  useSignals()
  const { composer } = useConversation()
  const t = useTexts().message.composer
  const format = useFormat()
  const { id, file, previewUrl, caption } = attachment
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
          onClick={() => composer.removeFile(id)}
        />
      </div>
      <span className="attachment-name truncate" title={file.name} dir="auto">
        {file.name}
      </span>
      <span className="attachment-size">{format.fileSize(file.size)}</span>
      {withCaption && (
        <TextInput
          value={caption.value}
          onValueChange={(text) => (caption.value = text)}
          placeholder={t.placeholderCaption}
          aria-label={`${t.placeholderCaption}: ${file.name}`}
        />
      )}
    </li>
  )
}
