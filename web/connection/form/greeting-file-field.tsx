import { useSignals } from '@preact/signals-react/runtime'
import { Paperclip, X } from '../../ui/icons'
import { useTexts } from '../../i18n/i18n'
import { FileButton } from '../../ui/button/file-button'
import type { FormModel } from '../../ui/form/form'
import { FormField } from '../../ui/form/form-field'
import { IconButton } from '../../ui/button/icon-button'
import type { ConnectionValues, EditedConnection } from './connection-form'

const accepted = 'image/*,audio/*,video/*,application/pdf'

interface GreetingFileFieldProps {
  form: FormModel<ConnectionValues>
  connection: EditedConnection | undefined
}

/** The greeting's file: keep, replace or remove. */
export function GreetingFileField({ form, connection }: GreetingFileFieldProps) {
  useSignals()
  const t = useTexts('connection').connection.fields
  const { greetingFile, dropsGreetingFile } = form.fields
  const chosen = greetingFile.value.value
  const present = dropsGreetingFile.value.value ? '' : (connection?.greetingMediaName ?? '')
  const name = chosen?.name ?? present

  return (
    <FormField form={form} name="greetingFile" label={t.greetingFile} help={t.greetingFileHelp} group>
      {(field) => (
        <div className="greeting-file">
          {name && <span className="greeting-file-name">{name}</span>}
          {name && (
            <IconButton
              icon={X}
              size="s"
              label={t.removeFile(name)}
              onClick={() => form.set({ greetingFile: null, dropsGreetingFile: chosen === null })}
            />
          )}
          <FileButton
            icon={Paperclip}
            accept={accepted}
            onChoose={(file) => {
              form.set({ greetingFile: file, dropsGreetingFile: false })
              // Validates the file at once.
              field.onBlur()
            }}
          >
            {name ? t.changeFile : t.chooseFile}
          </FileButton>
        </div>
      )}
    </FormField>
  )
}
