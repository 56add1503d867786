import * as v from 'valibot'
import {
  type AnswerKind,
  answerKinds,
  elementTypes,
  type ElementType,
  flowLimits,
  variableName,
} from '../../../../src/flow/flow.contract'
import { numberOf } from '../drawing/drawing'
import type { DrawnElement } from '../node/node-summary'

/** The values of one element in the form of a content block, and how they are checked and stored. */

export interface ElementValues {
  /** Empty for a new one. */
  number: string
  type: ElementType
  value: string
  seconds: number | null
  original: string
  record: boolean
  question: string
  kind: AnswerKind
  choices: string
  invalid: string
  tries: number | null
}

const triesInitial = 3

export const newElement = (type: ElementType): ElementValues => ({
  number: '',
  type,
  value: '',
  original: '',
  record: false,
  seconds: type === 'interval' ? 5 : null,
  question: '',
  kind: 'text',
  choices: '',
  invalid: '',
  tries: triesInitial,
})

export function valuesOf({ type, value, question, ...rest }: DrawnElement): ElementValues[] {
  if (!type) return []
  const { text, choices, ...asked } = question
  const seconds = type === 'interval' ? numberOf(value, 0) : null
  const tries = asked.tries ?? triesInitial
  return [{ ...rest, ...asked, type, value, seconds, tries, question: text, choices: choices.join('\n') }]
}

const Element = v.pipe(
  v.object({
    number: v.string(),
    type: v.picklist(elementTypes),
    value: v.string(),
    seconds: v.nullable(v.number()),
    original: v.string(),
    record: v.boolean(),
    question: v.pipe(v.string(), v.maxLength(flowLimits.text, 'tooLong')),
    kind: v.picklist(answerKinds),
    choices: v.string(),
    invalid: v.pipe(v.string(), v.maxLength(flowLimits.text, 'tooLong')),
    tries: v.nullable(v.number()),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const errors = { ...errorOf(dataset.value), ...questionErrors(dataset.value) }
    for (const [key, message] of Object.entries(errors)) {
      const value = dataset.value[key as keyof ElementValues]
      addIssue({ message, path: [{ type: 'object', origin: 'value', input: dataset.value, key, value }] })
    }
  }),
)
export const Content = v.object({ elements: v.pipe(v.array(Element), v.minLength(1, 'flowContent')) })

function errorOf({ type, value, seconds }: ElementValues): Partial<Record<keyof ElementValues, string>> {
  if (type === 'input') return {}
  if (type === 'interval') {
    return seconds === null || seconds < 1 || seconds > flowLimits.seconds ? { seconds: 'flowContentInterval' } : {}
  }
  if (type !== 'message') return value === '' ? { value: 'flowMediaRequired' } : {}
  if (value.trim() === '') return { value: 'flowText' }
  return value.length > flowLimits.text ? { value: 'tooLong' } : {}
}

/** Elements keep their ids; new ones get the next numbers. */
export function blockData(elements: readonly ElementValues[]) {
  let last = Math.max(0, ...elements.map(({ number }) => Number(/\d+$/.exec(number)?.[0] ?? 0)))
  const drawn = elements.map((element) => {
    const { number, type, value, seconds, original, record } = element
    return {
      number: number || `${type}${++last}`,
      type,
      value: type === 'interval' ? (seconds ?? 0) : type === 'input' ? value.trim() : value,
      ...(original && { original }),
      ...(type === 'audio' && { record }),
      ...(type === 'input' && questionData(element)),
    }
  })
  return { seq: drawn.map(({ number }) => number), elements: drawn }
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function questionErrors({ type, value, kind, choices, tries }: ElementValues) {
  if (type !== 'input') return {}
  const name = value.trim()
  const nameError = name === '' ? 'flowInput' : variableName.test(name) ? undefined : 'variableName'
  const lines = linesOf(choices)
  const choicesError = lines.length === 0 ? 'flowOptions' : lines.length > flowLimits.options ? 'tooMany' : undefined
  const hasTries = tries !== null && tries >= 1 && tries <= flowLimits.tries
  return {
    ...(nameError && { value: nameError }),
    ...(kind === 'choice' && choicesError && { choices: choicesError }),
    ...(kind !== 'text' && !hasTries && { tries: 'flowTries' }),
  }
}

/** Returns the stored fields of a question. A question that accepts anything has no further ones. */
function questionData({ question, kind, choices, invalid, tries }: ElementValues) {
  return {
    ...(question.trim() !== '' && { question }),
    ...(kind !== 'text' && { kind, ...(invalid.trim() !== '' && { invalid }), tries }),
    ...(kind === 'choice' && { choices: linesOf(choices).map((line) => line.slice(0, flowLimits.option)) }),
  }
}
