import { flowOptions, useFlows, type FlowOption } from '../../flow/flow.choice'
import { useTexts } from '../../i18n/i18n'
import { Combobox } from '../../ui/select/combobox'
import type { FormModel } from '../../ui/form/form'
import { FormField } from '../../ui/form/form-field'
import { Info } from '../../ui/icons'
import { MultiCombobox } from '../../ui/select/multi-combobox'
import { Note } from '../../ui/feedback/note'
import type { Option } from '../../ui/select/option'
import type { ConnectionValues } from './connection-form'

interface FlowFieldsProps {
  form: FormModel<ConnectionValues>
  /** Flows of another company, which are already loaded. */
  given: readonly FlowOption[] | undefined
}

export function FlowFields({ form, given }: FlowFieldsProps) {
  const t = useTexts('connection').connection
  const own = useFlows(given === undefined)
  const flows = given ?? own
  return (
    <>
      {flows?.length === 0 && <Note icon={Info}>{t.flows.none}</Note>}
      <FlowField form={form} name="flowIdWelcome" label={t.flows.welcome} help={t.flows.welcomeHelp} flows={flows} />
      <FlowField form={form} name="flowIdNotPhrase" label={t.flows.other} help={t.flows.otherHelp} flows={flows} />
      <FormField form={form} name="flowIdsScheduled" label={t.flows.scheduled} help={t.flows.scheduledHelp}>
        {({ value, onValueChange, ...field }) => (
          <MultiCombobox<number>
            {...field}
            value={value}
            options={scheduledOptions(flows, value)}
            selected={flowOptions(flows, t.flows.inactive)}
            onValueChange={onValueChange}
            placeholder={t.flows.scheduledPlaceholder}
          />
        )}
      </FormField>
    </>
  )
}

interface FlowFieldProps {
  form: FormModel<ConnectionValues>
  name: 'flowIdWelcome' | 'flowIdNotPhrase'
  label: string
  help: string
  flows: readonly FlowOption[] | undefined
}

function FlowField({ form, name, label, help, flows }: FlowFieldProps) {
  const t = useTexts('connection').connection.flows
  return (
    <FormField form={form} name={name} label={label} help={help}>
      {(field) => (
        <Combobox<number> {...field} options={flowOptions(flows, t.inactive)} placeholder={t.noFlow} clearable />
      )}
    </FormField>
  )
}

/** Flows without a time would never run by it. */
function scheduledOptions(flows: readonly FlowOption[] | undefined, chosen: readonly number[]): Option<number>[] {
  return (flows ?? [])
    .filter(({ id, scheduledTimeRun }) => scheduledTimeRun !== null || chosen.includes(id))
    .map(({ id, name, scheduledTimeRun }) => ({
      value: id,
      label: name,
      description: scheduledTimeRun?.replace('-', ' – ') ?? '',
    }))
}
