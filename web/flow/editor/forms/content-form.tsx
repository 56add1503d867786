import { useSignals } from '@preact/signals-react/runtime'
import * as v from 'valibot'
import { elementTypes, flowLimits, type ElementType } from '../../../../src/flow/flow.contract'
import { useTexts } from '../../../i18n/i18n'
import { ChildRows } from '../../../records/child-rows'
import { Button } from '../../../ui/button/button'
import type { FormModel } from '../../../ui/form/form'
import { FormField } from '../../../ui/form/form-field'
import { AudioLines, Image, MessageSquareText, TextCursorInput, Timer, Video, type LucideIcon } from '../../../ui/icons'
import { NumberInput } from '../../../ui/field/number-input'
import { Switch } from '../../../ui/field/switch'
import { TextArea } from '../../../ui/field/text-area'
import { TextInput } from '../../../ui/field/text-input'
import { numberOf } from '../drawing/drawing'
import { elementsOf } from '../node/node-summary'
import { MediaField, type FlowMediaType } from './media-field'
import { FlowVariables } from './flow-variables'
import { NodeFormDialog, type NodeFormProps } from './node-form'

const elementIcons: Readonly<Record<ElementType, LucideIcon>> = {
  message: MessageSquareText,
  input: TextCursorInput,
  interval: Timer,
  img: Image,
  audio: AudioLines,
  video: Video,
}

interface ElementValues {
  /** Empty for a new one. */
  number: string
  type: ElementType
  /** The text, the variable's name, or the stored file. */
  value: string
  seconds: number | null
  original: string
  record: boolean
}

const newElement = (type: ElementType): ElementValues => ({
  number: '',
  type,
  value: '',
  original: '',
  record: false,
  seconds: type === 'interval' ? 5 : null,
})

/** A block of texts, questions and files that are sent one after the other. */
export function ContentForm(props: NodeFormProps) {
  const t = useTexts('flowEditor').flowEditor
  const known = elementsOf(props.data ?? {}).flatMap(({ type, value, ...rest }): ElementValues[] =>
    type ? [{ ...rest, type, value, seconds: type === 'interval' ? numberOf(value, 0) : null }] : [],
  )
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

const Element = v.pipe(
  v.object({
    number: v.string(),
    type: v.picklist(elementTypes),
    value: v.string(),
    seconds: v.nullable(v.number()),
    original: v.string(),
    record: v.boolean(),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const error = errorOf(dataset.value)
    if (!error) return
    const key = dataset.value.type === 'interval' ? ('seconds' as const) : ('value' as const)
    const path = { type: 'object', origin: 'value', input: dataset.value, key, value: dataset.value[key] } as const
    addIssue({ message: error, path: [path] })
  }),
)
const Content = v.object({ elements: v.pipe(v.array(Element), v.minLength(1, 'flowContent')) })

function errorOf({ type, value, seconds }: ElementValues): string | undefined {
  if (type === 'interval') {
    return seconds === null || seconds < 1 || seconds > flowLimits.seconds ? 'flowContentInterval' : undefined
  }
  if (type === 'message') {
    if (value.trim() === '') return 'flowText'
    return value.length > flowLimits.text ? 'tooLong' : undefined
  }
  if (type !== 'input') return value === '' ? 'flowMediaRequired' : undefined
  if (value.trim() === '') return 'flowInput'
  return /^\w+$/.test(value.trim()) ? undefined : 'variableName'
}

/** Elements keep their ids; new ones get the next numbers. */
function blockData(elements: readonly ElementValues[]) {
  let last = Math.max(0, ...elements.map(({ number }) => Number(/\d+$/.exec(number)?.[0] ?? 0)))
  const drawn = elements.map(({ number, type, value, seconds, original, record }) => ({
    number: number || `${type}${++last}`,
    type,
    value: type === 'interval' ? (seconds ?? 0) : type === 'input' ? value.trim() : value,
    ...(original && { original }),
    ...(type === 'audio' && { record }),
  }))
  return { seq: drawn.map(({ number }) => number), elements: drawn }
}

function ElementFields({ row }: { row: FormModel<ElementValues> }) {
  useSignals()
  const t = useTexts('flowEditor').flowEditor.fields
  const { type, original } = row.values.value
  const label = t.element[type]
  if (type === 'interval') {
    return (
      <FormField form={row} name="seconds" label={label} help={t.secondsHelp}>
        {(field) => <NumberInput {...field} unit={t.secondsUnit} />}
      </FormField>
    )
  }
  if (type === 'message' || type === 'input') {
    return (
      <FormField form={row} name="value" label={label} help={type === 'input' ? t.inputHelp : undefined}>
        {(field) =>
          type === 'message' ? (
            <TextArea {...field} rows={3} rowsMax={12} />
          ) : (
            <TextInput
              {...field}
              maxLength={flowLimits.variableName}
              placeholder={t.inputPlaceholder}
              autoComplete="off"
              spellCheck={false}
            />
          )
        }
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
