import { useSignals } from '@preact/signals-react/runtime'
import { channelRules } from '../../src/channel/channel-rules.contract'
import {
  type Condition,
  type ConditionField,
  conditionFields,
  newCondition,
  type Operator,
} from '../../src/rule/rule.contract'
import { useLookup } from '../app/use-fetched'
import { connectionOptions, useConnections } from '../connection/use-connections'
import { useTexts } from '../i18n/i18n'
import type { StepChoices } from '../macro/step-fields'
import { TimeInput } from '../ui/field/time-input'
import type { FormModel } from '../ui/form/form'
import { FormField, TextField } from '../ui/form/form-field'
import { MultiCombobox } from '../ui/select/combobox'
import { type Option, optionsOf } from '../ui/select/option'
import { Select } from '../ui/select/select'

export type ConditionChoices = ReturnType<typeof useConditionChoices>

/** What conditions and triggers name. */
export function useConditionChoices({ queues, users, tags }: StepChoices) {
  const lanes = useLookup((api, signal) => api.get('/tags/list', { query: { kanban: 1 }, signal }), true, 'tag')
  return { queues, users, allTags: [...tags, ...optionsOf(lanes)], connections: connectionOptions(useConnections()) }
}

const fieldNames = Object.keys(conditionFields) as ConditionField[]

interface ConditionFieldsProps {
  form: FormModel<Condition>
  choices: ConditionChoices
}

export function ConditionFields({ form, choices }: ConditionFieldsProps) {
  useSignals()
  const t = useTexts('rule').rule
  const { field } = form.values.value
  const { value } = conditionFields[field]
  const operators: readonly Operator[] = conditionFields[field].operators
  const words = useOperatorTexts(field)
  return (
    <div className="rule-condition" data-value={value}>
      <FormField form={form} name="field" label={t.fields.field} hideLabel>
        {({ onValueChange: _, ...control }) => (
          <Select
            {...control}
            onValueChange={(picked) => form.set(newCondition(picked))}
            options={fieldNames.map((name) => ({ value: name, label: t.conditionFields[name] }))}
          />
        )}
      </FormField>
      <FormField form={form} name="operator" label={t.fields.operator} hideLabel>
        {(control) => (
          <Select {...control} options={operators.map((name) => ({ value: name, label: words[name] ?? name }))} />
        )}
      </FormField>
      {field === 'called' && (
        <TextField form={form} name="path" label={t.fields.path} hideLabel placeholder={t.fields.path} />
      )}
      {value === 'ids' && <IdsField form={form} choices={choices} />}
      {value === 'values' && <ValuesField form={form} />}
      {field === 'text' && (
        <TextField form={form} name="text" label={t.fields.words} hideLabel placeholder={t.fields.words} rows={2} />
      )}
      {value === 'text' && field !== 'text' && (
        <TextField form={form} name="text" label={t.fields.value} hideLabel placeholder={t.fields.value} />
      )}
      {value === 'period' && (
        <div className="rule-period row">
          <FormField form={form} name="from" label={t.fields.from}>
            {(control) => <TimeInput {...control} />}
          </FormField>
          <FormField form={form} name="to" label={t.fields.to}>
            {(control) => <TimeInput {...control} />}
          </FormField>
        </div>
      )}
    </div>
  )
}

function useOperatorTexts(field: ConditionField): Partial<Record<Operator, string>> {
  const t = useTexts('rule').rule
  if (field === 'tag') return t.tagOperators
  if (field === 'hours') return t.hoursOperators
  if (field === 'time') return t.timeOperators
  return field === 'group' ? t.groupOperators : t.operators
}

function IdsField({ form, choices }: ConditionFieldsProps) {
  useSignals()
  const t = useTexts('rule').rule
  const { field } = form.values.value
  const known: Partial<Record<ConditionField, readonly Option<number>[]>> = {
    queue: choices.queues,
    user: choices.users,
    tag: choices.allTags,
    connection: choices.connections,
  }
  const none = field === 'connection' ? [] : [{ value: 0, label: t.none }]
  return (
    <FormField form={form} name="ids" label={t.conditionFields[field]} hideLabel>
      {({ value, onValueChange, ...control }) => (
        <MultiCombobox
          {...control}
          value={value}
          onValueChange={(picked) => onValueChange(picked)}
          options={[...none, ...(known[field] ?? [])]}
          placeholder={t.conditionFields[field]}
        />
      )}
    </FormField>
  )
}

function ValuesField({ form }: { form: FormModel<Condition> }) {
  useSignals()
  const { rule: t, ticket } = useTexts('rule')
  const { field } = form.values.value
  const found = conditionFields[field]
  const texts: Partial<Record<ConditionField, Record<string, string>>> = {
    status: t.statuses,
    weekday: t.weekdays,
    priority: ticket.priority.names,
    channel: Object.fromEntries(Object.entries(channelRules).map(([name, { label }]) => [name, label])),
  }
  const choices: readonly string[] = 'choices' in found ? found.choices : []
  return (
    <FormField form={form} name="values" label={t.conditionFields[field]} hideLabel>
      {({ value, onValueChange, ...control }) => (
        <MultiCombobox
          {...control}
          value={value}
          onValueChange={(picked) => onValueChange(picked)}
          options={choices.map((one) => ({ value: one, label: texts[field]?.[one] ?? one }))}
          placeholder={t.conditionFields[field]}
        />
      )}
    </FormField>
  )
}
