import { useSignals } from '@preact/signals-react/runtime'
import { ImagePlus, Trash2 } from '../ui/icons'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { FileButton } from '../ui/button/file-button'
import type { FormModel } from '../ui/form/form'
import { FormField } from '../ui/form/form-field'
import { type AnnouncementValues, pictureTypes } from './announcement-form'

interface AttachmentFieldProps {
  form: FormModel<AnnouncementValues>
  /** URL of the stored picture. */
  present: string | null
}

/** Keeps, replaces or removes the announcement's picture. */
export function AttachmentField({ form, present }: AttachmentFieldProps) {
  useSignals()
  const t = useTexts('announcement').announcement.fields
  const kept = form.fields.keepsPicture.value.value ? present : null

  function take(picture: File | null) {
    form.set({ picture, keepsPicture: false })
    // Validates the file at once.
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
            <FileButton icon={ImagePlus} accept={pictureTypes.join(',')} onChoose={take}>
              {name ? t.changeAttachment : t.chooseAttachment}
            </FileButton>
            {name && (
              <Button variant="ghost" icon={Trash2} onClick={() => take(null)}>
                {t.removeAttachment}
              </Button>
            )}
          </div>
        )
      }}
    </FormField>
  )
}
