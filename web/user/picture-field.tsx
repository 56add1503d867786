import { Camera, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../i18n/i18n'
import { Avatar } from '../ui/avatar'
import { Button } from '../ui/button'
import type { FieldControl } from '../ui/form-field'
import { pictureTypes } from './user-form'

interface PictureFieldProps extends FieldControl<File | null> {
  name: string
  /** The picture there is. */
  present: string
}

/** A picture of a person: what is there or was chosen, and a button to choose another. */
export function PictureField({ name, present, value, onValueChange, onBlur }: PictureFieldProps) {
  const t = useTexts('user').user.fields
  const input = useRef<HTMLInputElement>(null)
  const preview = useObjectUrl(value && pictureTypes.includes(value.type) ? value : null)

  function choose(file: File | undefined) {
    if (!file) return
    onValueChange(file)
    // What is wrong with the file is said at once.
    onBlur()
  }

  return (
    <div className="picture-field">
      <Avatar name={name || '?'} src={preview ?? present} size={56} />
      <Button icon={Camera} onClick={() => input.current?.click()}>
        {preview || present ? t.changePicture : t.choosePicture}
      </Button>
      {value && (
        <Button variant="ghost" icon={Undo2} onClick={() => onValueChange(null)}>
          {t.undoPicture}
        </Button>
      )}
      <input
        ref={input}
        hidden
        type="file"
        accept={pictureTypes.join(',')}
        onChange={({ target }) => {
          choose(target.files?.[0])
          // The same file can be chosen again.
          target.value = ''
        }}
      />
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
