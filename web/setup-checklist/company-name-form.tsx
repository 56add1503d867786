import { useSignals } from '@preact/signals-react/runtime'
import { CompanyNameBody } from '../../src/setup-checklist/setup-checklist.contract'
import { useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { TextInput } from '../ui/field/text-input'
import { useForm } from '../ui/form/form'
import { Form, FormField } from '../ui/form/form-field'
import { useAttempt } from '../ui/form/use-attempt'

interface CompanyNameFormProps {
  /** The first step that is not done. */
  next: boolean
  save: (name: string) => Promise<unknown>
}

/** Asks for the company's name. Skipping keeps the present one. */
export function CompanyNameForm({ next, save }: CompanyNameFormProps) {
  useSignals()
  const { company: t, steps } = useTexts('setupChecklist').setupChecklist
  const { company } = useUser()
  const attempt = useAttempt()
  const form = useForm({
    schema: CompanyNameBody,
    initial: { name: company.name },
    save: ({ name }) => save(name),
  })
  return (
    <Form form={form} className="setup-checklist-company">
      <FormField form={form} name="name" label={t.label}>
        {(field) => <TextInput {...field} autoComplete="organization" />}
      </FormField>
      <div>
        <Button type="submit" variant={next ? 'primary' : 'secondary'} loading={form.saving.value}>
          {steps.company.action}
        </Button>
        <Button variant="ghost" onClick={() => void attempt(() => save(company.name))}>
          {t.skip}
        </Button>
      </div>
    </Form>
  )
}
