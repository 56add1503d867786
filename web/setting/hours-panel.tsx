import { useSignals } from '@preact/signals-react/runtime'
import { useTexts } from '../i18n/i18n'
import { WeekHoursField } from '../queue/week-hours-field'
import { Button } from '../ui/button/button'
import { Form, FormField } from '../ui/form/form-field'
import { SaveButton } from '../ui/button/save-button'
import { TextArea } from '../ui/field/text-area'
import { useUi } from '../ui/context/ui-context'
import type { HoursForm } from './hours-form'

export function HoursPanel({ form }: { form: HoursForm }) {
  useSignals()
  const t = useTexts('setting').setting.hours
  const { toast } = useUi()
  const dirty = form.dirty.value
  const hasHours = form.fields.schedules.value.value.length > 0
  return (
    <Form form={form} className="setting-hours" onSaved={() => toast.success(t.saved)}>
      <WeekHoursField form={form} help={t.help} />
      <FormField form={form} name="msg" label={t.message} help={t.messageHelp} required={hasHours}>
        {(field) => <TextArea {...field} rows={3} />}
      </FormField>
      <div className="setting-hours-actions">
        <SaveButton form={form} />
        {dirty && (
          <Button variant="ghost" onClick={() => form.reset()}>
            {t.discard}
          </Button>
        )}
        <span className="setting-hours-status" role="status">
          {dirty && t.unsaved}
        </span>
      </div>
    </Form>
  )
}
