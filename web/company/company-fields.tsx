import type { CompanyView } from '../../src/platform/company/company.calls'
import { companyLanguages, recurrences } from '../../src/platform/company/company.contract'
import type { PlanView } from '../../src/platform/plan/plan.calls'
import { useFormat, useTexts } from '../i18n/i18n'
import { languageNames } from '../i18n/languages'
import { DateInput } from '../ui/field/date-input'
import type { FormModel } from '../ui/form/form'
import { FormField } from '../ui/form/form-field'
import { NumberField } from '../ui/form/number-field'
import { PasswordInput } from '../ui/field/password-input'
import { Select } from '../ui/select/select'
import { SwitchField } from '../ui/field/switch-field'
import { TextInput } from '../ui/field/text-input'
import type { CompanyValues } from './company-form'

interface FieldsProps {
  form: FormModel<CompanyValues>
}

export function GeneralFields({ form, isNew }: FieldsProps & { isNew: boolean }) {
  const t = useTexts('company').company.fields
  return (
    <>
      <FormField form={form} name="name" label={t.name} required>
        {(field) => <TextInput {...field} autoComplete="off" />}
      </FormField>
      <div className="form-row">
        <FormField form={form} name="email" label={t.email} help={isNew ? t.newEmailHelp : t.emailHelp} required>
          {(field) => <TextInput {...field} type="email" autoComplete="off" />}
        </FormField>
        {isNew && (
          <FormField form={form} name="password" label={t.password} help={t.passwordHelp}>
            {(field) => <PasswordInput {...field} autoComplete="new-password" />}
          </FormField>
        )}
      </div>
      <div className="form-row">
        <FormField form={form} name="phone" label={t.phone}>
          {(field) => <TextInput {...field} type="tel" autoComplete="off" placeholder="+55 11 98888-7777" />}
        </FormField>
        <FormField form={form} name="document" label={t.document}>
          {(field) => <TextInput {...field} autoComplete="off" />}
        </FormField>
      </div>
      <FormField form={form} name="addressStreet" label={t.street}>
        {(field) => <TextInput {...field} autoComplete="off" />}
      </FormField>
      <div className="form-row">
        <FormField form={form} name="addressCity" label={t.city}>
          {(field) => <TextInput {...field} autoComplete="off" />}
        </FormField>
        <FormField form={form} name="addressState" label={t.state}>
          {(field) => <TextInput {...field} autoComplete="off" />}
        </FormField>
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
        <FormField form={form} name="timeZone" label={t.timeZone} help={t.timeZoneHelp}>
          {(field) => <TextInput {...field} autoComplete="off" placeholder="America/Sao_Paulo" />}
        </FormField>
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
      <FormField form={form} name="paymentMethod" label={t.fields.paymentMethod}>
        {(field) => <TextInput {...field} autoComplete="off" />}
      </FormField>
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
