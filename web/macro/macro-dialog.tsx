import { useTags } from '../contact/use-tags'
import { useSignals } from '@preact/signals-react/runtime'
import type { MacroView } from '../../src/macro/macro.record'
import { MacroBody, macroStepKinds, macroStepsMax, type MacroStepKind } from '../../src/macro/macro.contract'
import type { TagView } from '../../src/tag/tag.record'
import { useTexts } from '../i18n/i18n'
import { VariableList } from '../message/variable-list'
import { useAllQueues } from '../queue/use-queues'
import { ChildRows } from '../records/child-rows'
import { RecordDialog } from '../records/record-dialog'
import { Button } from '../ui/button/button'
import { Combobox, MultiCombobox } from '../ui/select/combobox'
import type { FormModel } from '../ui/form/form'
import { FormField, TextField } from '../ui/form/form-field'
import { SwitchField } from '../ui/field/switch-field'
import { optionsOf } from '../ui/select/option'
import { ArrowLeftRight, CircleCheck, Lock, MessageSquareText, Tag, X, type LucideIcon } from '../ui/icons'

const stepIcons: Record<MacroStepKind, LucideIcon> = {
  reply: MessageSquareText,
  note: Lock,
  addTags: Tag,
  removeTags: X,
  transfer: ArrowLeftRight,
  resolve: CircleCheck,
}

interface MacroDialogProps {
  macro: MacroView | undefined
  close: () => void
}

type Values = Pick<MacroView, 'name' | 'shared' | 'steps'>
type Step = Values['steps'][number]
const newStep = (kind: MacroStepKind): Step => ({ kind, text: '', tagIds: [], queueId: null, farewell: true })

export function MacroDialog({ macro, close }: MacroDialogProps) {
  const t = useTexts('macro').macro
  const choices = useChoices()
  return (
    <RecordDialog
      record={macro}
      texts={t}
      schema={MacroBody}
      newValues={{ steps: [newStep('reply')] }}
      path="/macros"
      close={close}
      size="l"
    >
      {(form) => (
        <>
          <TextField form={form} name="name" label={t.fields.name} required placeholder={t.fields.namePlaceholder} />
          <ChildRows
            form={form as FormModel<Values>}
            name="steps"
            label={t.fields.steps}
            help={t.fields.stepsHelp}
            addLabel=""
            empty={newStep('reply')}
            limit={macroStepsMax}
            addButtons={(add, isFull) => <AddStep add={add} isFull={isFull} />}
          >
            {(row) => <StepFields form={row} choices={choices} />}
          </ChildRows>
          <SwitchField
            form={form as FormModel<Values>}
            name="shared"
            label={t.fields.shared}
            help={t.fields.sharedHelp}
          />
        </>
      )}
    </RecordDialog>
  )
}

function AddStep({ add, isFull }: { add: (step: Step) => void; isFull: boolean }) {
  const { kinds } = useTexts().conversation.macros
  return (
    <div className="wrap-row">
      {macroStepKinds.map((kind) => (
        <Button key={kind} size="s" icon={stepIcons[kind]} disabled={isFull} onClick={() => add(newStep(kind))}>
          {kinds[kind]}
        </Button>
      ))}
    </div>
  )
}

interface Choices {
  tags: readonly TagView[] | undefined
  queues: ReturnType<typeof useAllQueues>
}

function useChoices(): Choices {
  return { tags: useTags(), queues: useAllQueues() }
}

function StepFields({ form, choices: { tags, queues } }: { form: FormModel<Step>; choices: Choices }) {
  useSignals()
  const { macro: t, conversation } = useTexts('macro')
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
              options={optionsOf(tags)}
              placeholder={t.fields.tags}
            />
          )}
        </FormField>
      )}
      {kind === 'transfer' && (
        <FormField form={form} name="queueId" label={t.fields.queue} hideLabel>
          {({ value, onValueChange, ...field }) => (
            <Combobox
              {...field}
              value={value}
              onValueChange={(id) => onValueChange(id)}
              options={optionsOf(queues)}
              placeholder={t.fields.queue}
            />
          )}
        </FormField>
      )}
      {kind === 'resolve' && <SwitchField form={form} name="farewell" label={t.fields.farewell} />}
    </>
  )
}
