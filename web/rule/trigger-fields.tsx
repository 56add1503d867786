import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { conditionFields, type Trigger, triggerKinds } from '../../src/rule/rule.contract'
import type { RuleView } from '../../src/rule/rule.record'
import { ticketStatuses } from '../../src/ticket/ticket-status'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { Note } from '../ui/feedback/feedback'
import { CopiedInput } from '../ui/field/copied-input'
import { Field } from '../ui/field/field'
import { TimeInput } from '../ui/field/time-input'
import type { FormModel } from '../ui/form/form'
import { FormField, TextField } from '../ui/form/form-field'
import { NumberField } from '../ui/form/number-field'
import { useAttempt } from '../ui/form/use-attempt'
import { Info, Webhook } from '../ui/icons'
import { useInBrowser } from '../ui/layout/use-media'
import { MultiCombobox } from '../ui/select/combobox'
import { Select } from '../ui/select/select'
import type { ConditionChoices } from './condition-fields'

interface TriggerFieldsProps {
  form: FormModel<Trigger>
  rule: RuleView | undefined
  choices: ConditionChoices
}

export function TriggerFields({ form, rule, choices }: TriggerFieldsProps) {
  useSignals()
  const t = useTexts('rule').rule
  const { kind } = form.values.value
  return (
    <>
      <FormField form={form} name="kind" label={t.fields.when}>
        {(field) => <Select {...field} options={triggerKinds.map((value) => ({ value, label: t.triggers[value] }))} />}
      </FormField>
      {kind === 'status' && (
        <FormField form={form} name="statuses" label={t.fields.statuses}>
          {({ value, onValueChange, ...field }) => (
            <MultiCombobox
              {...field}
              value={value}
              onValueChange={(picked) => onValueChange(picked)}
              options={ticketStatuses.map((status) => ({ value: status, label: t.statuses[status] }))}
              placeholder={t.fields.any}
            />
          )}
        </FormField>
      )}
      {kind === 'queue' && <Ids form={form} name="queueIds" label={t.fields.queues} options={choices.queues} />}
      {(kind === 'tagAdded' || kind === 'tagRemoved') && (
        <Ids form={form} name="tagIds" label={t.fields.tags} options={choices.allTags} />
      )}
      {kind === 'words' && (
        <TextField form={form} name="words" label={t.fields.words} help={t.fields.wordsHelp} rows={3} />
      )}
      {kind === 'silence' && <Silence form={form} />}
      {kind === 'hour' && <Hour form={form} />}
      {kind === 'webhook' && <Address rule={rule} />}
    </>
  )
}

interface IdsProps {
  form: FormModel<Trigger>
  name: 'queueIds' | 'tagIds'
  label: string
  options: ConditionChoices['queues']
}

function Ids({ form, name, label, options }: IdsProps) {
  const t = useTexts('rule').rule
  return (
    <FormField form={form} name={name} label={label}>
      {({ value, onValueChange, ...field }) => (
        <MultiCombobox
          {...field}
          value={value}
          onValueChange={(picked) => onValueChange(picked)}
          options={options}
          placeholder={t.fields.any}
        />
      )}
    </FormField>
  )
}

function Silence({ form }: { form: FormModel<Trigger> }) {
  const t = useTexts('rule').rule
  return (
    <>
      <FormField form={form} name="silent" label={t.fields.silent}>
        {(field) => (
          <Select
            {...field}
            options={(['us', 'contact'] as const).map((value) => ({ value, label: t.silent[value] }))}
          />
        )}
      </FormField>
      <NumberField
        form={form}
        name="minutes"
        label={t.fields.minutes}
        unit={t.fields.minutesUnit}
        help={t.fields.minutesHelp}
        example={30}
      />
    </>
  )
}

function Hour({ form }: { form: FormModel<Trigger> }) {
  const t = useTexts('rule').rule
  return (
    <>
      <FormField form={form} name="weekdays" label={t.fields.weekdays} required>
        {({ value, onValueChange, ...field }) => (
          <MultiCombobox
            {...field}
            value={value}
            onValueChange={(picked) => onValueChange(picked)}
            options={conditionFields.weekday.choices.map((day) => ({ value: day, label: t.weekdays[day] }))}
            placeholder={t.fields.weekdays}
          />
        )}
      </FormField>
      <FormField form={form} name="time" label={t.fields.time} help={t.fields.hourHelp} required>
        {(field) => <TimeInput {...field} />}
      </FormField>
    </>
  )
}

function Address({ rule }: { rule: RuleView | undefined }) {
  const t = useTexts('rule').rule.fields
  const { api } = useApp()
  const attempt = useAttempt()
  const [path, setPath] = useState<string>()
  const origin = useInBrowser(() => location.origin, '')
  if (!rule) return <Note icon={Info}>{t.addressLater}</Note>
  const make = () =>
    attempt(async () => setPath((await api.post('/rules/:id/address', { params: { id: rule.id } })).path))
  return (
    <Field id={`rule-address-${rule.id}`} label={t.address} help={path ? t.addressOnce : t.addressHelp}>
      {path ? (
        <CopiedInput value={origin + path} copyLabel={t.copy} copiedLabel={t.copied} />
      ) : (
        <div className="stack gap-2">
          {rule.hasAddress && <Note icon={Info}>{t.addressSet}</Note>}
          <div>
            <Button size="s" icon={Webhook} onClick={() => void make()}>
              {rule.hasAddress ? t.addressAgain : t.addressMake}
            </Button>
          </div>
        </div>
      )}
    </Field>
  )
}
