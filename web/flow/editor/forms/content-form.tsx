import { useSignals } from '@preact/signals-react/runtime'
import {
  elementTypes,
  flowLimits,
  type ElementType,
  type AnswerKind,
  answerKinds,
} from '../../../../src/flow/flow.contract'
import { useTexts } from '../../../i18n/i18n'
import { ChildRows } from '../../../records/child-rows'
import { Button } from '../../../ui/button/button'
import type { FormModel } from '../../../ui/form/form'
import { FormField } from '../../../ui/form/form-field'
import { AudioLines, Image, MessageSquareText, TextCursorInput, Timer, Video, type LucideIcon } from '../../../ui/icons'
import { NumberField } from '../../../ui/form/number-field'
import { Switch } from '../../../ui/field/switch'
import { TextArea } from '../../../ui/field/text-area'
import { elementsOf } from '../node/node-summary'
import { MediaField, type FlowMediaType } from './media-field'
import { FlowVariables } from './text-forms'
import { NodeFormDialog, type NodeFormProps } from './node-form'
import { blockData, Content, type ElementValues, newElement, valuesOf } from './content-element'
import { TextInput } from '../../../ui/field/text-input'
import { Select } from '../../../ui/select/select'

const elementIcons: Readonly<Record<ElementType, LucideIcon>> = {
  message: MessageSquareText,
  input: TextCursorInput,
  interval: Timer,
  img: Image,
  audio: AudioLines,
  video: Video,
}

export function ContentForm(props: NodeFormProps) {
  const t = useTexts('flowEditor').flowEditor
  const known = elementsOf(props.data ?? {}).flatMap(valuesOf)
  const first = props.data ? known : [newElement('message')]
  return (
    <NodeFormDialog
      {...props}
      kind="singleBlock"
      schema={Content}
      initial={{ elements: first }}
      toChange={({ elements }) => ({ data: blockData(elements) })}
    >
      {(form) => (
        <>
          <ChildRows
            form={form}
            name="elements"
            label={t.fields.content}
            addLabel=""
            empty={newElement('message')}
            limit={flowLimits.elements}
            addButtons={(add, isFull) => (
              <div className="flow-add-elements">
                {elementTypes.map((type) => (
                  <Button
                    key={type}
                    size="s"
                    icon={elementIcons[type]}
                    disabled={isFull}
                    onClick={() => add(newElement(type))}
                  >
                    {t.fields.element[type]}
                  </Button>
                ))}
              </div>
            )}
          >
            {(row) => <ElementFields row={row} />}
          </ChildRows>
          <FlowVariables />
        </>
      )}
    </NodeFormDialog>
  )
}

function ElementFields({ row }: { row: FormModel<ElementValues> }) {
  useSignals()
  const t = useTexts('flowEditor').flowEditor.fields
  const { type, original } = row.values.value
  const label = t.element[type]
  if (type === 'interval') {
    return <NumberField form={row} name="seconds" label={label} help={t.secondsHelp} unit={t.secondsUnit} example={5} />
  }
  if (type === 'input') return <QuestionFields row={row} />
  if (type === 'message') {
    return (
      <FormField form={row} name="value" label={label}>
        {(field) => <TextArea {...field} rows={3} rowsMax={12} />}
      </FormField>
    )
  }
  return (
    <>
      <FormField form={row} name="value" label={label} help={helpOf(type, t)} group>
        {({ value }) => (
          <MediaField
            type={type}
            name={value}
            original={original}
            isElement
            onUploaded={(name, file) => row.set({ value: name, original: file })}
          />
        )}
      </FormField>
      {type === 'audio' && (
        <FormField form={row} name="record" label={t.record} layout="inline">
          {({ value, onValueChange, onBlur }) => (
            <Switch checked={value} onCheckedChange={onValueChange} onBlur={onBlur} />
          )}
        </FormField>
      )}
    </>
  )
}

function helpOf(type: FlowMediaType, t: Record<'imageHelp' | 'audioHelp' | 'videoHelp', string>) {
  return { img: t.imageHelp, audio: t.audioHelp, video: t.videoHelp }[type]
}

function QuestionFields({ row }: { row: FormModel<ElementValues> }) {
  useSignals()
  const t = useTexts('flowEditor').flowEditor.fields
  const { kind, invalid } = row.values.value
  const change = (next: AnswerKind) => {
    const isSuggested = invalid.trim() === '' || invalid === suggestion(t, kind)
    row.set({ kind: next, ...(isSuggested && { invalid: suggestion(t, next) }) })
  }
  return (
    <>
      <FormField form={row} name="question" label={t.element.input}>
        {(field) => <TextArea {...field} rows={2} rowsMax={12} placeholder={t.questionPlaceholder} />}
      </FormField>
      <div className="flow-question-row">
        <FormField form={row} name="value" label={t.inputName} help={t.inputHelp} required>
          {(field) => (
            <TextInput
              {...field}
              maxLength={flowLimits.variableName}
              placeholder={t.inputPlaceholder}
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </FormField>
        <FormField form={row} name="kind" label={t.answerKind}>
          {(field) => (
            <Select<AnswerKind>
              {...field}
              onValueChange={change}
              options={answerKinds.map((value) => ({ value, label: t.answerKinds[value] }))}
            />
          )}
        </FormField>
      </div>
      {kind === 'choice' && (
        <FormField form={row} name="choices" label={t.choices} help={t.choicesHelp} required>
          {(field) => <TextArea {...field} rows={3} rowsMax={12} />}
        </FormField>
      )}
      {kind !== 'text' && (
        <div className="flow-question-row">
          <FormField form={row} name="invalid" label={t.invalid} help={t.invalidHelp}>
            {(field) => <TextArea {...field} rows={2} rowsMax={12} />}
          </FormField>
          <NumberField form={row} name="tries" label={t.tries} help={t.triesHelp} unit={t.triesUnit} example={3} />
        </div>
      )}
    </>
  )
}

type FieldTexts = ReturnType<typeof useTexts<['flowEditor']>>['flowEditor']['fields']

const suggestion = (t: FieldTexts, kind: AnswerKind) => (kind === 'text' ? '' : t.invalidSuggestion[kind])
