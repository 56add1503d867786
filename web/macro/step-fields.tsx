import { useSignals } from '@preact/signals-react/runtime'
import { newStep, type Step, type StepKind, stepsMax } from '../../src/macro/step/step.contract'
import { ticketPriorities } from '../../src/ticket/ticket-priority.contract'
import { useLookup } from '../app/use-fetched'
import { useTags } from '../contact/use-tags'
import { flowOptions, useFlows } from '../flow/flow.choice'
import { useTexts } from '../i18n/i18n'
import { VariableList } from '../message/variable-list'
import { ChildRows } from '../records/child-rows'
import { useAllQueues } from '../queue/use-queues'
import { Button } from '../ui/button/button'
import { SwitchField } from '../ui/field/switch-field'
import type { FormModel } from '../ui/form/form'
import { FormField, TextField } from '../ui/form/form-field'
import {
  ArrowLeftRight,
  CircleCheck,
  Flag,
  Lock,
  MessageSquareText,
  Tag,
  UserPlus,
  Webhook,
  Workflow,
  X,
  type LucideIcon,
} from '../ui/icons'
import { Combobox, MultiCombobox } from '../ui/select/combobox'
import { Select } from '../ui/select/select'
import { type Option, optionsOf } from '../ui/select/option'

const stepIcons: Record<StepKind, LucideIcon> = {
  reply: MessageSquareText,
  note: Lock,
  addTags: Tag,
  removeTags: X,
  priority: Flag,
  transfer: ArrowLeftRight,
  assign: UserPlus,
  flow: Workflow,
  webhook: Webhook,
  resolve: CircleCheck,
}

interface StepRowsProps<Values extends { steps: Step[] }> {
  form: FormModel<Values>
  texts: { steps: string; stepsHelp: string }
  kinds: readonly StepKind[]
  choices: StepChoices
}

/** The steps of a macro or a rule, in their order. */
export function StepRows<Values extends { steps: Step[] }>({ form, texts, kinds, choices }: StepRowsProps<Values>) {
  return (
    <ChildRows
      form={form as FormModel<{ steps: Step[] }>}
      name="steps"
      label={texts.steps}
      help={texts.stepsHelp}
      addLabel=""
      empty={newStep('reply')}
      limit={stepsMax}
      addButtons={(add, isFull) => <AddStep kinds={kinds} add={add} isFull={isFull} />}
    >
      {(row) => <StepFields form={row} choices={choices} />}
    </ChildRows>
  )
}

interface AddStepProps {
  kinds: readonly StepKind[]
  add: (step: Step) => void
  isFull: boolean
}

function AddStep({ kinds, add, isFull }: AddStepProps) {
  const texts = useTexts().conversation.macros.kinds
  return (
    <div className="wrap-row">
      {kinds.map((kind) => (
        <Button key={kind} size="s" icon={stepIcons[kind]} disabled={isFull} onClick={() => add(newStep(kind))}>
          {texts[kind]}
        </Button>
      ))}
    </div>
  )
}

export type StepChoices = ReturnType<typeof useStepChoices>

/** What steps name; undefined while loading. */
export function useStepChoices() {
  const { inactiveFlow } = useTexts('macro').macro.fields
  const users = useLookup((api, signal) => api.get('/users/list', { signal }), true, 'user')
  return {
    tags: optionsOf(useTags()),
    queues: optionsOf(useAllQueues()),
    users: optionsOf(users),
    flows: flowOptions(useFlows(), inactiveFlow),
  }
}

function StepFields({ form, choices }: { form: FormModel<Step>; choices: StepChoices }) {
  useSignals()
  const { macro: t, conversation, ticket } = useTexts('macro')
  const { kind } = form.values.value
  const Icon = stepIcons[kind]
  return (
    <>
      <p className="macro-step row">
        <Icon size={16} aria-hidden />
        {conversation.macros.kinds[kind]}
      </p>
      {(kind === 'reply' || kind === 'note') && (
        <TextField form={form} name="text" label={t.fields.text} hideLabel rows={3} />
      )}
      {kind === 'reply' && <VariableList label={t.fields.variables} />}
      {(kind === 'addTags' || kind === 'removeTags') && (
        <FormField form={form} name="tagIds" label={t.fields.tags} hideLabel>
          {({ value, onValueChange, ...field }) => (
            <MultiCombobox
              {...field}
              value={value}
              onValueChange={(ids) => onValueChange(ids)}
              options={choices.tags}
              placeholder={t.fields.tags}
            />
          )}
        </FormField>
      )}
      {kind === 'priority' && (
        <FormField form={form} name="priority" label={t.fields.priority} hideLabel>
          {(field) => (
            <Select
              {...field}
              options={ticketPriorities.map((value) => ({ value, label: ticket.priority.names[value] }))}
            />
          )}
        </FormField>
      )}
      {kind === 'transfer' && (
        <TargetField form={form} name="queueId" label={t.fields.queue} options={choices.queues} />
      )}
      {kind === 'assign' && <TargetField form={form} name="userId" label={t.fields.user} options={choices.users} />}
      {kind === 'flow' && <TargetField form={form} name="flowId" label={t.fields.flow} options={choices.flows} />}
      {kind === 'webhook' && (
        <TextField form={form} name="url" label={t.fields.url} hideLabel placeholder="https://" inputMode="url" />
      )}
      {kind === 'resolve' && <SwitchField form={form} name="farewell" label={t.fields.farewell} />}
    </>
  )
}

interface TargetFieldProps {
  form: FormModel<Step>
  name: 'queueId' | 'userId' | 'flowId'
  label: string
  options: readonly Option<number>[]
}

function TargetField({ form, name, label, options }: TargetFieldProps) {
  return (
    <FormField form={form} name={name} label={label} hideLabel>
      {({ value, onValueChange, ...field }) => (
        <Combobox
          {...field}
          value={value}
          onValueChange={(id) => onValueChange(id)}
          options={options}
          placeholder={label}
        />
      )}
    </FormField>
  )
}
