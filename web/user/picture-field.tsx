import { Camera, Trash2, Undo2 } from '../ui/icons'
import { useEffect, useState } from 'react'
import { useTexts } from '../i18n/i18n'
import { Avatar } from '../ui/display/avatar'
import { Button } from '../ui/button/button'
import { FileButton } from '../ui/button/file-button'
import type { FieldControl } from '../ui/form/form-field'
import { noPicture, pictureTypes } from './user-form'

interface PictureFieldProps extends FieldControl<File | typeof noPicture | null> {
  name: string
  /** URL of the stored picture. */
  present: string
}

/** Shows a user's picture, with buttons to replace or remove it. */
export function PictureField({ name, present, value, onValueChange, onBlur }: PictureFieldProps) {
  const t = useTexts('user').user.fields
  const chosen = value === noPicture ? null : value
  const preview = useObjectUrl(chosen && pictureTypes.includes(chosen.type) ? chosen : null)
  const shown = preview ?? (value === noPicture ? '' : present)

  function choose(file: File) {
    onValueChange(file)
    // Validates the file at once.
    onBlur()
  }

  return (
    <div className="picture-field">
      <Avatar name={name || '?'} src={shown} size={56} />
      <FileButton icon={Camera} accept={pictureTypes.join(',')} onChoose={choose}>
        {shown ? t.changePicture : t.choosePicture}
      </FileButton>
      {present && !value && (
        <Button variant="ghost" icon={Trash2} onClick={() => onValueChange(noPicture)}>
          {t.removePicture}
        </Button>
      )}
      {value && (
        <Button variant="ghost" icon={Undo2} onClick={() => onValueChange(null)}>
          {t.undoPicture}
        </Button>
      )}
    </div>
  )
}

function useObjectUrl(file: File | null) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setUrl(null)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
