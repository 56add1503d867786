import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import * as v from 'valibot'
import { newStep, stepKinds } from '../../src/macro/step/step.contract'
import { conditionsMax, newCondition, newTrigger, RuleBody } from '../../src/rule/rule.contract'
import type { RuleView } from '../../src/rule/rule.record'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { StepRows, useStepChoices } from '../macro/step-fields'
import { ChildRows, partForm } from '../records/child-rows'
import { RecordDialog } from '../records/record-dialog'
import type { FormModel } from '../ui/form/form'
import { FormField, TextField } from '../ui/form/form-field'
import { NumberField } from '../ui/form/number-field'
import { Note } from '../ui/feedback/feedback'
import { TriangleAlert } from '../ui/icons'
import { Select } from '../ui/select/select'
import { ConditionFields, useConditionChoices } from './condition-fields'
import { keyOfRule, RulePreviewTab } from './rule-preview-tab'
import { useRuleError } from './rule-error'
import { TriggerFields } from './trigger-fields'

type RuleValues = v.InferOutput<typeof RuleBody>

interface RuleDialogProps {
  rule: RuleView | undefined
  close: () => void
}

const ruleFields = ['name', 'position', 'trigger', 'match', 'conditions', 'steps'] as const

export function RuleDialog({ rule, close }: RuleDialogProps) {
  const t = useTexts('rule').rule
  const { api } = useApp()
  const [seen] = useState(() => new Map(rule?.active ? [[keyOfRule(rule), '']] : []))
  // What was not looked at is not switched on.
  const [schema] = useState(() =>
    v.pipe(
      RuleBody,
      v.forward(
        v.check((body) => !body.active || seen.has(keyOfRule(body)), 'previewFirst'),
        ['active'],
      ),
    ),
  )
  return (
    <RecordDialog
      record={rule}
      texts={t}
      schema={schema}
      newValues={{
        position: 0,
        trigger: newTrigger('created'),
        match: 'all',
        conditions: [],
        steps: [newStep('reply')],
      }}
      save={(body, changes) => {
        const preview = seen.get(keyOfRule(body)) ?? ''
        return rule
          ? api.put('/rules/:id', { params: { id: rule.id }, body: { ...changes, preview } })
          : api.post('/rules', { body: { ...body, preview } })
      }}
      close={close}
      size="l"
      tabsLabel={t.tabsLabel}
      tabs={[
        {
          label: t.tabs.rule,
          fields: ruleFields,
          content: (form) => <RuleFields form={form as FormModel<RuleValues>} rule={rule} />,
        },
        {
          label: t.tabs.preview,
          fields: ['active'],
          content: (form) => <RulePreviewTab form={form as FormModel<RuleValues>} seen={seen} />,
        },
      ]}
    />
  )
}

function RuleFields({ form, rule }: { form: FormModel<RuleValues>; rule: RuleView | undefined }) {
  useSignals()
  const t = useTexts('rule').rule
  const errorOf = useRuleError()
  const steps = useStepChoices()
  const choices = useConditionChoices(steps)
  const error = rule && errorOf(rule)
  return (
    <>
      {error !== undefined && <Note icon={TriangleAlert}>{error}</Note>}
      <TextField form={form} name="name" label={t.fields.name} required placeholder={t.fields.namePlaceholder} />
      <TriggerFields form={partForm(form, 'trigger')} rule={rule} choices={choices} />
      <FormField form={form} name="match" label={t.fields.match}>
        {(field) => (
          <Select {...field} options={(['all', 'any'] as const).map((value) => ({ value, label: t.match[value] }))} />
        )}
      </FormField>
      <ChildRows
        form={form}
        name="conditions"
        label={t.fields.conditions}
        help={t.fields.conditionsHelp}
        addLabel={t.fields.addCondition}
        empty={newCondition('queue')}
        limit={conditionsMax}
        unordered
      >
        {(row) => <ConditionFields form={row} choices={choices} />}
      </ChildRows>
      <StepRows form={form} texts={t.fields} kinds={stepKinds} choices={steps} />
      <NumberField form={form} name="position" label={t.fields.position} help={t.fields.positionHelp} example={0} />
    </>
  )
}
