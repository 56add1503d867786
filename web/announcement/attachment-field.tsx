import { useSignals } from '@preact/signals-react/runtime'
import { ImagePlus, Trash2 } from '../ui/icons'
import { useRef } from 'react'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button'
import type { FormModel } from '../ui/form'
import { FormField } from '../ui/form-field'
import { type AnnouncementValues, pictureTypes } from './announcement-form'

interface AttachmentFieldProps {
  form: FormModel<AnnouncementValues>
  /** Of the picture there is. */
  present: string | null
}

/** The picture that goes with the words: which one, another, or none. */
export function AttachmentField({ form, present }: AttachmentFieldProps) {
  useSignals()
  const t = useTexts('announcement').announcement.fields
  const input = useRef<HTMLInputElement>(null)
  const kept = form.fields.keepsPicture.value.value ? present : null

  function take(picture: File | null) {
    form.set({ picture, keepsPicture: false })
    // What is wrong with the file is said at once.
    form.fields.picture.blur()
  }

  return (
    <FormField form={form} name="picture" label={t.attachment} help={t.attachmentHelp} group>
      {({ value }) => {
        const name = value?.name ?? kept
        return (
          <div className="announcement-attachment">
            {name && (
              <span className="truncate" dir="auto">
                {name}
              </span>
            )}
            <Button icon={ImagePlus} onClick={() => input.current?.click()}>
              {name ? t.changeAttachment : t.chooseAttachment}
            </Button>
            {name && (
              <Button variant="ghost" icon={Trash2} onClick={() => take(null)}>
                {t.removeAttachment}
              </Button>
            )}
            <input
              ref={input}
              hidden
              type="file"
              accept={pictureTypes.join(',')}
              onChange={({ target }) => {
                const file = target.files?.[0]
                if (file) take(file)
                // The same file can be chosen again.
                target.value = ''
              }}
            />
          </div>
        )
      }}
    </FormField>
  )
}
