import { useFormat, useTexts } from '../../i18n/i18n'
import { FileButton } from '../button/file-button'
import { IconButton } from '../button/button'
import { Paperclip, X } from '../icons'

/** A file that is stored already, by its path, or one that is still to be uploaded. */
export interface ChosenFile {
  name: string
  size?: number
  path: string | null
  file: File | null
}

interface FileInputProps {
  value: ChosenFile | null
  onValueChange: (value: ChosenFile | null) => void
  accept?: string
  /** False where the file can only be changed. */
  removable?: boolean
}

export function FileInput({ value, onValueChange, accept, removable = true }: FileInputProps) {
  const t = useTexts().ui
  const format = useFormat()
  return (
    <span className="file-input">
      {value && (
        <span className="file-input-name">
          <Paperclip size={14} aria-hidden />
          {value.path ? (
            <a className="truncate" href={value.path} target="_blank" rel="noopener noreferrer">
              <bdi>{value.name}</bdi>
            </a>
          ) : (
            <bdi className="truncate">{value.name}</bdi>
          )}
          {value.size !== undefined && <span className="subtle">{format.fileSize(value.size)}</span>}
          {removable && <IconButton icon={X} label={t.removeFile} size="xs" onClick={() => onValueChange(null)} />}
        </span>
      )}
      <FileButton
        size="s"
        icon={Paperclip}
        accept={accept}
        onChoose={(file) => onValueChange({ name: file.name, size: file.size, path: null, file })}
      >
        {value ? t.changeFile : t.chooseFile}
      </FileButton>
    </span>
  )
}
