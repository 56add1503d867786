import { Paperclip, X } from '../ui/icons'
import { useRef } from 'react'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button'
import { FormField } from '../ui/form-field'
import { IconButton } from '../ui/icon-button'
import type { ScheduleFormModel } from './schedule-form'

/** The file that goes with the message. */
export function ScheduleFileField({ form }: { form: ScheduleFormModel }) {
  const t = useTexts('schedule').schedule.fields
  const input = useRef<HTMLInputElement>(null)
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
          <Button size="s" icon={Paperclip} onClick={() => input.current?.click()}>
            {value ? t.changeFile : t.attach}
          </Button>
          <input
            ref={input}
            hidden
            type="file"
            aria-label={t.attachment}
            onChange={({ target }) => {
              const file = target.files?.[0]
              if (file) onValueChange({ name: file.name, path: null, file })
              // The same file can be chosen again.
              target.value = ''
            }}
          />
        </span>
      )}
    </FormField>
  )
}
