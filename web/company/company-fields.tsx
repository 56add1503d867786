import type { CompanyView } from '../../src/platform/company/company.calls'
import { companyLanguages, recurrences, CompanyForm } from '../../src/platform/company/company.contract'
import type { PlanView } from '../../src/platform/plan/plan.calls'
import { useFormat, useTexts } from '../i18n/i18n'
import { languageNames } from '../i18n/languages'
import { DateInput } from '../ui/field/date-input'
import type { FormModel } from '../ui/form/form'
import { FormField, TextField } from '../ui/form/form-field'
import { NumberField } from '../ui/form/number-field'
import { NewPasswordInput } from '../app/new-password-input'
import { Select } from '../ui/select/select'
import { SwitchField } from '../ui/field/switch-field'
import * as v from 'valibot'

interface FieldsProps {
  form: FormModel<CompanyValues>
}

export function GeneralFields({ form, isNew }: FieldsProps & { isNew: boolean }) {
  const t = useTexts('company').company.fields
  return (
    <>
      <TextField form={form} name="name" label={t.name} required />
      <div className="form-row">
        <TextField
          form={form}
          name="email"
          label={t.email}
          help={isNew ? t.newEmailHelp : t.emailHelp}
          required
          type="email"
        />
        {isNew && (
          <FormField form={form} name="password" label={t.password} help={t.passwordHelp}>
            {(field) => <NewPasswordInput {...field} minLength={5} />}
          </FormField>
        )}
      </div>
      <div className="form-row">
        <TextField form={form} name="phone" label={t.phone} type="tel" placeholder="+55 11 98888-7777" />
        <TextField form={form} name="document" label={t.document} />
      </div>
      <TextField form={form} name="addressStreet" label={t.street} />
      <div className="form-row">
        <TextField form={form} name="addressCity" label={t.city} />
        <TextField form={form} name="addressState" label={t.state} />
      </div>
      <div className="form-row">
        <FormField form={form} name="language" label={t.language}>
          {(field) => (
            <Select
              {...field}
              options={companyLanguages.map((value) => ({ value, label: languageNames[value] ?? value }))}
            />
          )}
        </FormField>
        <TextField
          form={form}
          name="timeZone"
          label={t.timeZone}
          help={t.timeZoneHelp}
          placeholder="America/Sao_Paulo"
        />
      </div>
    </>
  )
}

interface SubscriptionFieldsProps extends FieldsProps {
  plans: readonly PlanView[]
  company: CompanyView | undefined
}

export function SubscriptionFields({ form, plans, company }: SubscriptionFieldsProps) {
  // The host's own company stays active and keeps its due date.
  const isFirst = company?.id === 1
  const t = useTexts('company').company
  const format = useFormat()
  return (
    <>
      <SwitchField form={form} name="status" label={t.fields.status} help={t.fields.statusHelp} disabled={isFirst} />
      <FormField form={form} name="planId" label={t.fields.plan} required>
        {(field) => (
          <Select
            {...field}
            options={plans.map(({ id, name, amount }) => ({
              value: id,
              label: name,
              description: format.currency(amount),
            }))}
          />
        )}
      </FormField>
      <div className="form-row">
        <FormField form={form} name="dueDate" label={t.fields.dueDate} help={t.fields.dueDateHelp}>
          {(field) => <DateInput {...field} disabled={isFirst} />}
        </FormField>
        <FormField form={form} name="recurrence" label={t.fields.recurrence}>
          {(field) => (
            <Select {...field} options={recurrences.map((value) => ({ value, label: t.recurrences[value] }))} />
          )}
        </FormField>
      </div>
      <TextField form={form} name="paymentMethod" label={t.fields.paymentMethod} />
      <div className="form-row">
        <NumberField
          form={form}
          name="numberAttendants"
          label={t.fields.agents}
          help={t.fields.agreedHelp}
          example={5}
        />
        <NumberField
          form={form}
          name="numberConections"
          label={t.fields.connections}
          help={t.fields.agreedHelp}
          example={2}
        />
      </div>
      {company && <Stored company={company} />}
    </>
  )
}

function Stored({ company: { folderSize, messages, tickets, contacts } }: { company: CompanyView }) {
  const t = useTexts('company').company
  const { fileSize, number } = useFormat()
  if (messages === null || tickets === null || contacts === null) return null
  return <p className="subtle">{t.stored(fileSize(folderSize), number(messages), number(tickets), number(contacts))}</p>
}

export const CompanyDialogForm = v.object({ ...CompanyForm.entries, userCreation: v.boolean() })
export type CompanyValues = v.InferInput<typeof CompanyDialogForm>

export const generalFields = [
  ...(['name', 'email', 'password', 'phone', 'document'] as const),
  ...(['addressStreet', 'addressCity', 'addressState', 'language', 'timeZone'] as const),
]
export const subscriptionFields = [
  ...(['planId', 'status', 'dueDate', 'recurrence', 'paymentMethod'] as const),
  ...(['numberAttendants', 'numberConections'] as const),
]

export const settingFields = ['userCreation'] as const

/** Companies may until the host forbids it. */
export function mayCreateUsers(company: CompanyView | undefined) {
  return company?.settings.find(({ key }) => key === 'userCreation')?.value !== 'disabled'
}
