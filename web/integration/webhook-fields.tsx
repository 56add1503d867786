import { useSignals } from '@preact/signals-react/runtime'
import { useTexts } from '../i18n/i18n'
import { FormField } from '../ui/form/form-field'
import { IconButton } from '../ui/button/icon-button'
import { Info, Trash2, Undo2 } from '../ui/icons'
import { Note } from '../ui/feedback/note'
import { PasswordInput } from '../ui/field/password-input'
import { TextInput } from '../ui/field/text-input'
import type { IntegrationFieldsProps } from './integration-form'

/** The fields of n8n and of other webhooks. */
export function WebhookFields({ form, integration }: IntegrationFieldsProps) {
  useSignals()
  const t = useTexts('integration').integration
  const state = integration?.secretState ?? 'none'
  const removes = form.fields.secret.value.value === null
  const canRemove = state !== 'none'
  return (
    <>
      <FormField form={form} name="urlN8N" label={t.fields.url} help={t.fields.webhookUrlHelp} required>
        {(field) => <TextInput {...field} type="url" placeholder="https://" autoComplete="off" spellCheck={false} />}
      </FormField>
      <FormField
        form={form}
        name="secret"
        label={t.fields.secret}
        help={removes ? t.secretRemoved : t.secretHelp[state]}
      >
        {({ value, ...field }) => (
          <div className="integration-secret">
            <PasswordInput {...field} value={value ?? ''} autoComplete="off" disabled={removes} />
            {canRemove && (
              <IconButton
                icon={removes ? Undo2 : Trash2}
                label={removes ? t.keepSecret : t.removeSecret}
                onClick={() => form.set({ secret: removes ? '' : null })}
              />
            )}
          </div>
        )}
      </FormField>
      <Note icon={Info}>{t.answerHint}</Note>
    </>
  )
}
