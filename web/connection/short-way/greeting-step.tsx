import * as v from 'valibot'
import type { ConnectionView } from '../../../src/connection/connection.calls'
import { ConnectionBody } from '../../../src/connection/connection.contract'
import { useApp } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { VariableList } from '../../message/variable-list'
import { SettingGateNote } from '../../setting-gate/setting-gate-note'
import { TextArea } from '../../ui/field/text-area'
import { useForm } from '../../ui/form/form'
import { FormField } from '../../ui/form/form-field'
import { StepForm } from './step-form'

interface GreetingStepProps {
  connection: ConnectionView
  next: () => void
}

const text = ConnectionBody.entries.greetingMessage.wrapped
const GreetingForm = v.object({ greetingMessage: text })
const RequiredForm = v.object({ greetingMessage: v.pipe(text, v.trim(), v.minLength(1, 'required')) })

export function GreetingStep({ connection, next }: GreetingStepProps) {
  const t = useTexts('connection').connection
  const { api } = useApp()
  const { id, queues, greetingMessage } = connection
  const introduces = queues.length > 1
  const form = useForm({
    schema: introduces ? RequiredForm : GreetingForm,
    initial: { greetingMessage: greetingMessage || t.suggested.greeting },
    save: (body) => api.put('/whatsapp/:id', { params: { id }, body }),
  })
  return (
    <StepForm form={form} next={next}>
      <FormField
        form={form}
        name="greetingMessage"
        label={t.fields.greeting}
        help={introduces ? t.fields.greetingHelp : t.shortWay.greetingHelp}
        required={introduces}
      >
        {(field) => <TextArea {...field} rows={4} />}
      </FormField>
      {queues.length === 1 && <SettingGateNote gate="onlyQueueGreeting" />}
      <VariableList label={t.fields.variables} />
    </StepForm>
  )
}
