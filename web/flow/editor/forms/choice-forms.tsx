import * as v from 'valibot'
import { comparisons, flowLimits, optionHandle, type Comparison } from '../../../../src/flow/flow.contract'
import { ticketPriorities } from '../../../../src/ticket/ticket-priority.contract'
import { useTexts } from '../../../i18n/i18n'
import { ChildRows } from '../../../records/child-rows'
import { FormField, TextField } from '../../../ui/form/form-field'
import { Select } from '../../../ui/select/select'
import { TextArea } from '../../../ui/field/text-area'
import { TextInput } from '../../../ui/field/text-input'
import { numberOf, optionsOf } from '../drawing/drawing'
import { priorityOf } from '../node/node-summary'
import { textOf } from '../../../../src/kernel/untyped-json.contract'
import { NodeFormDialog, type NodeFormProps } from './node-form'
import { filledText, FlowVariables, useFlowVariables } from './text-forms'

export function MenuForm(props: NodeFormProps) {
  const t = useTexts('flowEditor').flowEditor
  const before = optionsOf(props.data ?? {})
  const Option = v.object({
    value: v.pipe(
      v.string(),
      v.trim(),
      v.minLength(1, 'flowOptionRequired'),
      v.maxLength(flowLimits.option, 'tooLong'),
    ),
    was: v.nullable(v.number()),
  })
  return (
    <NodeFormDialog
      {...props}
      kind="menu"
      schema={v.object({
        message: filledText('flowText'),
        options: v.pipe(v.array(Option), v.minLength(1, 'flowOptions'), v.maxLength(flowLimits.options, 'tooMany')),
      })}
      initial={{
        message: textOf(props.data?.['message']),
        options: before.length > 0 ? before.map(({ number, value }) => ({ value, was: number })) : [newOption()],
      }}
      toChange={({ message, options }) => ({
        data: { message, arrayOption: options.map(({ value }, index) => ({ number: index + 1, value })) },
        handles: new Map(
          options.flatMap(({ was }, index) => (was === null ? [] : [[optionHandle(was), optionHandle(index + 1)]])),
        ),
      })}
    >
      {(form) => (
        <>
          <FormField form={form} name="message" label={t.fields.menuText} required>
            {(field) => <TextArea {...field} rows={4} rowsMax={12} />}
          </FormField>
          <ChildRows
            form={form}
            name="options"
            label={t.fields.options}
            addLabel={t.fields.addOption}
            empty={newOption()}
            limit={flowLimits.options}
          >
            {(row, index) => (
              <FormField form={row} name="value" label={`${t.fields.option} ${index + 1}`} hideLabel>
                {(field) => (
                  <TextInput
                    {...field}
                    maxLength={flowLimits.option}
                    trailing={<span className="subtle tabular">[{index + 1}]</span>}
                  />
                )}
              </FormField>
            )}
          </ChildRows>
        </>
      )}
    </NodeFormDialog>
  )
}

const newOption = (): { value: string; was: number | null } => ({ value: '', was: null })

export function ConditionForm(props: NodeFormProps) {
  const t = useTexts('flowEditor').flowEditor
  const names = useFlowVariables()
  const condition = numberOf(props.data?.['condition'], 1)
  return (
    <NodeFormDialog
      {...props}
      kind="condition"
      schema={v.object({
        key: v.pipe(v.string(), v.trim(), v.minLength(1, 'flowKeyRequired'), v.maxLength(100, 'tooLong')),
        condition: v.picklist(comparisons),
        value: v.pipe(
          v.string(),
          v.trim(),
          v.minLength(1, 'flowValueRequired'),
          v.maxLength(flowLimits.text, 'tooLong'),
        ),
      })}
      initial={{
        key: textOf(props.data?.['key']),
        condition: comparisons.find((one) => one === condition) ?? 1,
        value: String(props.data?.['value'] ?? ''),
      }}
      toChange={(data) => ({ data })}
    >
      {(form) => (
        <>
          <TextField
            form={form}
            name="key"
            label={t.fields.key}
            help={t.fields.keyHelp}
            required
            list="flow-variables"
            maxLength={100}
          />
          <datalist id="flow-variables">
            {names.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <FormField form={form} name="condition" label={t.fields.comparison}>
            {(field) => (
              <Select<Comparison>
                {...field}
                options={comparisons.map((value) => ({ value, label: `${t.signs[value]}  ${t.comparisons[value]}` }))}
              />
            )}
          </FormField>
          <TextField form={form} name="value" label={t.fields.value} required />
          <FlowVariables />
        </>
      )}
    </NodeFormDialog>
  )
}

export function PriorityForm(props: NodeFormProps) {
  const t = useTexts('flowEditor').flowEditor
  return (
    <NodeFormDialog
      {...props}
      kind="priority"
      schema={v.object({ priority: v.picklist(ticketPriorities) })}
      initial={{ priority: priorityOf(props.data ?? {}) ?? 'high' }}
      toChange={(data) => ({ data })}
    >
      {(form) => (
        <FormField form={form} name="priority" label={t.fields.priority} help={t.fields.priorityHelp}>
          {(field) => (
            <Select
              {...field}
              options={ticketPriorities.toReversed().map((value) => ({ value, label: t.priorities[value] }))}
            />
          )}
        </FormField>
      )}
    </NodeFormDialog>
  )
}
