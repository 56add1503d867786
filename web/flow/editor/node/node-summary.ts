import {
  type AnswerKind,
  answerKinds,
  elementTypeOf,
  type ElementType,
  type FlowNode,
  type NodeType,
  recordIn,
} from '../../../../src/flow/flow.contract'
import { ticketPriorities } from '../../../../src/ticket/ticket-priority.contract'
import { cutText } from '../../../ui/text/cut-text'
import { numberOf, optionsOf, type FlowOutput } from '../drawing/drawing'
import { kindName, type KindTexts } from './node-kinds'
import { isObject, textOf } from '../../../../src/kernel/untyped-json.contract'

export interface DrawnElement {
  number: string
  type: ElementType | undefined
  value: string
  original: string
  record: boolean
  question: DrawnQuestion
}

/** What a question asks and accepts; empty for other elements. */
interface DrawnQuestion {
  text: string
  kind: AnswerKind
  choices: readonly string[]
  invalid: string
  tries: number | null
}

export function elementsOf(data: FlowNode['data']): DrawnElement[] {
  const { seq, elements } = data
  if (!Array.isArray(elements) || !Array.isArray(seq)) return []
  const byNumber = new Map(elements.flatMap((element: unknown) => readElement(element)).map((one) => [one.number, one]))
  return seq.flatMap((number: unknown) => byNumber.get(String(number)) ?? [])
}

function readElement(element: unknown): DrawnElement[] {
  if (!isObject(element)) return []
  const { number, type, value, original, record } = element
  if (typeof number !== 'string') return []
  return [
    {
      number,
      type: elementTypeOf({ type, number }),
      value: typeof value === 'number' ? String(value) : textOf(value),
      original: textOf(original),
      record: record === true,
      question: readQuestion(element),
    },
  ]
}

function readQuestion({ question, kind, choices, invalid, tries }: Readonly<Record<string, unknown>>): DrawnQuestion {
  return {
    text: textOf(question),
    kind: answerKinds.find((known) => known === kind) ?? 'text',
    choices: Array.isArray(choices) ? choices.map(textOf) : [],
    invalid: textOf(invalid),
    tries: typeof tries === 'number' ? tries : null,
  }
}

export function referenceOf(data: FlowNode['data']): { id: number; name: string; color: string | undefined } {
  const record = recordIn(data)
  const color = textOf(record['color'])
  return { id: numberOf(record['id'], 0), name: textOf(record['name']), color: color || undefined }
}

export const priorityOf = (data: FlowNode['data']) => ticketPriorities.find((known) => known === data['priority'])

export function summaryOf(t: Pick<KindTexts, 'priorities'>, { type, data }: FlowNode): string {
  switch (type as NodeType) {
    case 'message':
      return textOf(data['label'])
    case 'menu':
      return [textOf(data['message']), ...optionsOf(data).map(({ value }) => value)].join(' · ')
    case 'condition':
      return `${textOf(data['key'])} ${String(data['value'] ?? '')}`
    case 'randomizer':
      return `${numberOf(data['percent'], 50)}%`
    case 'interval':
      return `${numberOf(data['sec'], 0)} s`
    case 'ticket':
    case 'tag':
    case 'agent':
      return referenceOf(data).name
    case 'priority':
      return t.priorities[priorityOf(data) ?? 'normal']
    case 'singleBlock':
      return elementsOf(data)
        .map(({ value, original, question }) => original || question.text || value)
        .join(' · ')
    default:
      return ''
  }
}

const nameLengthMax = 80

interface OutputTexts {
  connect: { next: string }
  preview: { yes: string; no: string }
}

export function outputName(output: FlowOutput, t: OutputTexts): string {
  if (output.kind === 'option') return `[${output.number}] ${output.text}`
  if (output.kind === 'percent') return `${output.handle.toUpperCase()} · ${output.percent}%`
  if (output.kind === 'next') return t.connect.next
  return output.kind === 'yes' ? t.preview.yes : t.preview.no
}

export function nodeName(t: KindTexts, node: FlowNode): string {
  const summary = cutText(summaryOf(t, node), nameLengthMax)
  return summary ? `${kindName(t, node)}: ${summary}` : kindName(t, node)
}
