import * as v from 'valibot'
import { flagOr, wholeNumber } from '../kernel/http/body-values'
import { listUpTo } from '../kernel/http/request-parts'
import { isObject } from '../kernel/untyped-json.contract'
import { ticketPriorities } from '../ticket/ticket-priority.contract'

export const nodeTypes = [
  'start',
  'message',
  'condition',
  'menu',
  'interval',
  'img',
  'audio',
  'video',
  'randomizer',
  'singleBlock',
  'ticket',
  'tag',
  'agent',
  'priority',
] as const
export type NodeType = (typeof nodeTypes)[number]

export const elementTypes = ['message', 'input', 'interval', 'img', 'audio', 'video'] as const
export type ElementType = (typeof elementTypes)[number]

export const flowLimits = {
  nodes: 500,
  connections: 2_000,
  /** Members and elements. */
  values: 100_000,
  elements: 50,
  options: 50,
  option: 200,
  text: 4_096,
  seconds: 120,
  variableName: 20,
  /** Times that a question tells that an answer does not fit. */
  tries: 10,
  json: 2_000_000,
} as const

export const flowMediaLimits = {
  img: { bytesMax: 2_000_000, types: ['image/png', 'image/jpeg'] },
  audio: { bytesMax: 5_000_000, types: ['audio/ogg', 'audio/mpeg', 'audio/opus'] },
  video: { bytesMax: 20_000_000, types: ['video/mp4'] },
} as const

const Text = v.pipe(
  v.string('required'),
  v.check((text) => text.trim() !== '', 'required'),
  v.maxLength(flowLimits.text, 'tooLong'),
)
/** Braces would end the name within a text. */
export const variableName = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_ -]*$/u
const Seconds = wholeNumber(1, flowLimits.seconds)
const VariableName = v.pipe(
  v.string('required'),
  v.trim(),
  v.minLength(1, 'required'),
  v.maxLength(flowLimits.variableName, 'tooLong'),
  v.regex(variableName, 'variableName'),
)
const FileName = v.pipe(v.string('required'), v.minLength(1, 'required'), v.maxLength(255, 'tooLong'))
const Id = wholeNumber(1, Number.MAX_SAFE_INTEGER)

/** The name is for imports. */
const Named = v.looseObject({ id: Id, name: v.optional(v.string(), ''), color: v.optional(v.string()) }, 'required')
const Reference = v.pipe(
  v.unknown(),
  v.transform((data) => (isObject(data) ? recordIn(data) : data)),
  Named,
)

/** Similar systems nest it in another `data`, or by its kind. */
export function recordIn(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return [data['data'], data['queue'], data['tag'], data['agent']].find(isObject) ?? data
}

/** 1 equal, 2 at least, 3 at most, 4 less, 5 greater. */
export const comparisons = [1, 2, 3, 4, 5] as const
export type Comparison = (typeof comparisons)[number]

const MessageData = v.looseObject({ label: Text })
const IntervalData = v.looseObject({ sec: Seconds })
const ConditionData = v.looseObject({
  key: v.pipe(v.string('required'), v.trim(), v.minLength(1, 'required'), v.maxLength(100, 'tooLong')),
  condition: v.pipe(wholeNumber(1, 5), v.picklist(comparisons)),
  value: v.pipe(
    v.union([v.string(), v.number()], 'required'),
    v.transform(String),
    v.maxLength(flowLimits.text, 'tooLong'),
  ),
})
const OptionText = v.pipe(
  v.string('required'),
  v.trim(),
  v.minLength(1, 'required'),
  v.maxLength(flowLimits.option, 'tooLong'),
)
export const MenuOption = v.looseObject({
  number: wholeNumber(0, 999),
  value: OptionText,
})
const MenuData = v.looseObject({ message: Text, arrayOption: listUpTo(MenuOption, flowLimits.options) })
const ImageData = v.looseObject({ url: FileName })
const AudioData = v.looseObject({ url: FileName, record: flagOr(false) })
const VideoData = v.looseObject({ url: FileName })
/** Branch a gets `percent`, b the rest. */
const RandomizerData = v.looseObject({ percent: wholeNumber(0, 100) })

/** `text`, and no kind, accept anything, and a file's name. */
export const answerKinds = ['text', 'email', 'number', 'date', 'phone', 'choice', 'file'] as const
export type AnswerKind = (typeof answerKinds)[number]

const ShortText = v.pipe(v.string(), v.maxLength(flowLimits.text, 'tooLong'))

/** `tries`: said at most so often. */
const Question = v.pipe(
  v.object({
    question: v.optional(ShortText),
    kind: v.optional(v.picklist(answerKinds)),
    choices: v.optional(listUpTo(OptionText, flowLimits.options)),
    invalid: v.optional(ShortText),
    tries: v.optional(wholeNumber(1, flowLimits.tries)),
  }),
  v.check(({ kind, choices = [] }) => kind !== 'choice' || choices.length > 0, 'flowOptions'),
)
export type Question = v.InferOutput<typeof Question>

/** `number` identifies it; its prefix is a missing type (`message1`). `original`: the file's name. */
export const BlockElement = v.pipe(
  v.looseObject({
    number: v.pipe(v.string('required'), v.minLength(1, 'required'), v.maxLength(100, 'tooLong')),
    type: v.optional(v.string()),
    value: v.optional(v.unknown()),
    original: v.optional(v.pipe(v.string(), v.maxLength(255, 'tooLong'))),
    record: flagOr(false),
  }),
  v.rawTransform(({ dataset, addIssue }) => {
    const element = dataset.value
    const type = elementTypeOf(element)
    const checked = type && v.safeParse(elementValues[type], element.value)
    if (checked && !checked.success) addIssue({ message: checked.issues[0].message })
    const question = v.safeParse(Question, type === 'input' ? element : {})
    for (const { message } of question.issues ?? []) addIssue({ message })
    return { ...element, question: question.success ? question.output : {} }
  }),
)
export type BlockElement = v.InferOutput<typeof BlockElement>

const elementValues = {
  message: Text,
  input: VariableName,
  interval: Seconds,
  img: FileName,
  audio: FileName,
  video: FileName,
} satisfies Record<ElementType, v.GenericSchema>

export function elementTypeOf({ type, number }: { type?: unknown; number: string }): ElementType | undefined {
  const named = typeof type === 'string' && type !== '' ? type : number.replace(/\d+$/, '')
  return elementTypes.find((known) => known === named)
}

/** `seq` lists the elements in running order. Other elements are not run. */
const BlockData = v.looseObject({
  seq: listUpTo(v.string(), flowLimits.elements),
  elements: listUpTo(BlockElement, flowLimits.elements),
})

export const nodeDataSchemas = {
  start: v.looseObject({}),
  message: MessageData,
  condition: ConditionData,
  menu: MenuData,
  interval: IntervalData,
  img: ImageData,
  audio: AudioData,
  video: VideoData,
  randomizer: RandomizerData,
  singleBlock: BlockData,
  ticket: Reference,
  tag: Reference,
  agent: Reference,
  priority: v.looseObject({ priority: v.picklist(ticketPriorities, 'invalid') }, 'required'),
} satisfies Record<NodeType, v.GenericSchema>
export type NodeData = { [Type in NodeType]: v.InferOutput<(typeof nodeDataSchemas)[Type]> }

const coordinate = v.pipe(
  v.number('invalid'),
  v.finite('invalid'),
  v.minValue(-1e6, 'invalid'),
  v.maxValue(1e6, 'invalid'),
)
const NodeId = v.pipe(v.string('required'), v.minLength(1, 'required'), v.maxLength(100, 'tooLong'))

/** A node before its data is checked against `nodeDataSchemas`. */
export const FlowNode = v.looseObject({
  id: NodeId,
  type: v.pipe(v.string('required'), v.maxLength(50, 'tooLong')),
  position: v.object({ x: coordinate, y: coordinate }),
  data: v.optional(v.looseObject({}), {}),
  width: v.optional(v.nullable(coordinate)),
  height: v.optional(v.nullable(coordinate)),
})
export type FlowNode = v.InferOutput<typeof FlowNode>

/** `a`, `b`, or `a` with an option's number. */
export const defaultHandle = 'a'
export const optionHandle = (number: number) => `a${number}`

/** Similar systems leave a single output's handle empty. */
export const FlowConnection = v.looseObject({
  id: v.optional(v.pipe(v.string(), v.maxLength(300, 'tooLong')), ''),
  source: NodeId,
  target: NodeId,
  sourceHandle: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(100, 'tooLong'))), defaultHandle),
  targetHandle: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(100, 'tooLong')))),
})
export type FlowConnection = v.InferOutput<typeof FlowConnection>

export const FlowDrawing = v.object({
  nodes: listUpTo(FlowNode, flowLimits.nodes),
  connections: listUpTo(FlowConnection, flowLimits.connections),
})
export type FlowDrawing = v.InferOutput<typeof FlowDrawing>

export function outputsOf({ type, data }: Pick<FlowNode, 'type' | 'data'>): string[] {
  if (type === 'condition' || type === 'randomizer') return ['a', 'b']
  if (type !== 'menu') return type === 'agent' ? [] : [defaultHandle]
  const options = v.safeParse(MenuData, data)
  return options.success ? options.output.arrayOption.map(({ number }) => optionHandle(number)) : []
}

/** `HH:mm-HH:mm`, company time, inclusive; may cross midnight. */
export const ScheduledTime = v.pipe(
  v.string(),
  v.regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/, 'scheduledTime'),
)
