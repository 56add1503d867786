import { useSignals } from '@preact/signals-react/runtime'
import { Plus } from '../../ui/icons'
import { useRef } from 'react'
import { useTexts } from '../../i18n/i18n'
import { TextInput } from '../../ui/field/text-input'
import type { Attachment } from './kept-parts'
import { useConversation } from '../state/conversation-context'
import { AttachedFile } from '../../message/bubble/file-card'
import { onFilesChosen } from '../../message/composer/composer-controls'

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
  const { id, file, previewUrl, caption } = attachment
  return (
    <AttachedFile file={file} previewUrl={previewUrl} onRemove={() => composer.removeFile(id)}>
      {withCaption && (
        <TextInput
          value={caption.value}
          onValueChange={(text) => (caption.value = text)}
          placeholder={t.placeholderCaption}
          aria-label={`${t.placeholderCaption}: ${file.name}`}
        />
      )}
    </AttachedFile>
  )
}
