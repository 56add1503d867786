import { Paperclip, X } from '../ui/icons'
import { useTexts } from '../i18n/i18n'
import { FileButton } from '../ui/file-button'
import { FormField } from '../ui/form-field'
import { IconButton } from '../ui/icon-button'
import type { ScheduleFormModel } from './schedule-form'

/** The file that goes with the message. */
export function ScheduleFileField({ form }: { form: ScheduleFormModel }) {
  const t = useTexts('schedule').schedule.fields
  return (
    <FormField form={form} name="attachment" label={t.attachment} group>
      {({ value, onValueChange }) => (
        <span className="schedule-file">
          {value && (
            <span className="schedule-file-name">
              <Paperclip size={14} aria-hidden />
              <bdi className="truncate">{value.name}</bdi>
              <IconButton icon={X} label={t.removeFile} size="xs" onClick={() => onValueChange(null)} />
            </span>
          )}
          <FileButton
            size="s"
            icon={Paperclip}
            onChoose={(file) => onValueChange({ name: file.name, path: null, file })}
          >
            {value ? t.changeFile : t.attach}
          </FileButton>
        </span>
      )}
    </FormField>
  )
}
