import type { TemplateButton, TemplateComponent, TemplateFileFormat, TemplatePart } from '../channel/channel'
import { isObject, listOf, objectOf, textOf } from '../kernel/untyped-json.contract'

interface TemplateVariable {
  /** `body:1`, `header:name`, `button:0` */
  key: string
  part: 'header' | 'body' | 'button'
  name: string
  example: string
  /** Limit of the value, in UTF-16 code units. */
  max: number
  label?: string
}

export interface FilledTemplate {
  text: string
  buttons: string[]
  components: TemplateComponent[]
  errors: Record<string, 'required' | 'tooLong'>
}

type Values = Readonly<Record<string, string>>

const headerMax = 60
const bodyMax = 1024
const urlMax = 2000
const couponMax = 15

const braces = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g

const partOf = (parts: readonly TemplatePart[], type: string) => parts.find((part) => part.type === type)

export function fileFormatOf(parts: readonly TemplatePart[]): TemplateFileFormat | undefined {
  const format = partOf(parts, 'HEADER')?.format?.toLowerCase()
  return format === 'image' || format === 'video' || format === 'document' ? format : undefined
}

const knownParts = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS']
const headerFormats = ['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT']
const buttonTypes = ['URL', 'QUICK_REPLY', 'PHONE_NUMBER', 'COPY_CODE', 'FLOW']

/** Carousels, locations and catalogues cannot be sent. */
export function isSupported(parts: readonly TemplatePart[]): boolean {
  const isKnown = parts.every(({ type, format = 'TEXT' }) => {
    return knownParts.includes(type) && (type !== 'HEADER' || headerFormats.includes(format))
  })
  const buttons = partOf(parts, 'BUTTONS')?.buttons ?? []
  return isKnown && partOf(parts, 'BODY') !== undefined && buttons.every(({ type }) => buttonTypes.includes(type))
}

/** Returns the variables of a template in the order in which they are read, each once. */
export function variablesOf(parts: readonly TemplatePart[]): TemplateVariable[] {
  const [header, body] = [partOf(parts, 'HEADER'), partOf(parts, 'BODY')]
  const ofText = (part: 'header' | 'body', text: string, max: number, example: unknown) =>
    namesIn(text).map((name, index) => {
      return { key: `${part}:${name}`, part, name, max, example: exampleOf(example, name, index) }
    })
  return [
    ...ofText('header', headerTextOf(header), headerMax, header?.example),
    ...ofText('body', body?.text ?? '', bodyMax, body?.example),
    ...(partOf(parts, 'BUTTONS')?.buttons ?? []).flatMap(buttonVariable),
  ]
}

function buttonVariable({ type, text = '', url = '', example }: TemplateButton, index: number): TemplateVariable[] {
  const shared = { key: `button:${index}`, part: 'button', label: text, example: firstText(example) } as const
  if (type === 'COPY_CODE') return [{ ...shared, name: String(index), max: couponMax }]
  const [name] = type === 'URL' && !isCodeButton(url) ? namesIn(url) : []
  return name === undefined ? [] : [{ ...shared, name, max: urlMax }]
}

/** Meta lists a code's button as an address. */
const isCodeButton = (url = '') => /^https:\/\/www\.whatsapp\.com\/otp\/code\/?\?/.test(url)

const headerTextOf = (header: TemplatePart | undefined) =>
  (header?.format ?? 'TEXT') === 'TEXT' ? (header?.text ?? '') : ''

function namesIn(text: string): string[] {
  const names = [...text.matchAll(braces)].map((match) => match[1] ?? '')
  return [...new Set(names)].toSorted(byNumber)
}

/** Names stay in reading order. */
const byNumber = (a: string, b: string) => (isNumber(a) && isNumber(b) ? Number(a) - Number(b) : 0)
const isNumber = (name: string) => /^\d+$/.test(name)

function exampleOf(example: unknown, name: string, index: number): string {
  if (!isObject(example)) return ''
  const lists = Object.values(example)
  const named = lists
    .flat()
    .map(objectOf)
    .find(({ param_name: named }) => named === name)
  if (named) return firstText(named['example'])
  const [texts] = lists.map((list) => listOf(list).flat())
  return firstText(texts?.[index])
}

function firstText(value: unknown): string {
  return textOf(Array.isArray(value) ? value[0] : value)
}

/** The provider refuses line breaks, tabs and more than four spaces. */
export function cleanValue(value: string): string {
  return value
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => word !== '')
    .join(' ')
}

/** Whether filling left a variable in braces. */
export function hasUnknownVariable(typed: string, filled: string): boolean {
  return [...typed.matchAll(braces)].some(([whole]) => filled.includes(whole))
}

/** Values are not expanded. A missing or too long one is an error. */
export function fillTemplate(parts: readonly TemplatePart[], values: Values): FilledTemplate {
  const variables = variablesOf(parts)
  const cleaned = new Map(variables.map(({ key }) => [key, cleanValue(values[key] ?? '')]))
  const errors: FilledTemplate['errors'] = {}
  for (const { key, max } of variables) {
    const { length } = cleaned.get(key) ?? ''
    if (length === 0 || length > max) errors[key] = length === 0 ? 'required' : 'tooLong'
  }
  const fill = (part: 'header' | 'body', text: string) =>
    text.replace(braces, (whole, name: string) => cleaned.get(`${part}:${name}`) || whole)
  const body = fill('body', partOf(parts, 'BODY')?.text ?? '')
  const longest = longestOf(variables, cleaned)
  if (body.length > bodyMax && longest) errors[longest] ??= 'tooLong'
  const header = fill('header', headerTextOf(partOf(parts, 'HEADER')))
  return {
    text: [header && `*${header}*`, body, partOf(parts, 'FOOTER')?.text].filter(Boolean).join('\n\n'),
    buttons: (partOf(parts, 'BUTTONS')?.buttons ?? []).flatMap(({ text }) => text || []),
    components: componentsOf(parts, variables, cleaned),
    errors,
  }
}

/** Answers do not name their form otherwise. */
function openForm(form: unknown) {
  const token = typeof form === 'number' ? String(form) : textOf(form)
  return { type: 'action' as const, action: { flow_token: token || 'unused' } }
}

function longestOf(variables: readonly TemplateVariable[], cleaned: ReadonlyMap<string, string>) {
  const ofBody = variables.filter(({ part }) => part === 'body')
  return ofBody.toSorted((a, b) => (cleaned.get(b.key)?.length ?? 0) - (cleaned.get(a.key)?.length ?? 0))[0]?.key
}

function componentsOf(
  parts: readonly TemplatePart[],
  variables: readonly TemplateVariable[],
  cleaned: ReadonlyMap<string, string>,
): TemplateComponent[] {
  const texts = (['header', 'body'] as const).flatMap((type): TemplateComponent[] => {
    const own = variables.filter(({ part }) => part === type)
    if (own.length === 0) return []
    const parameters = own.map(({ key, name }) => {
      return {
        type: 'text' as const,
        text: cleaned.get(key) ?? '',
        ...(isNumber(name) ? {} : { parameter_name: name }),
      }
    })
    return [{ type, parameters }]
  })
  const buttons = partOf(parts, 'BUTTONS')?.buttons ?? []
  const filled = buttons.flatMap(({ type, url, flow_id: form }, position): TemplateComponent[] => {
    const shared = { type: 'button', index: String(position) } as const
    if (type === 'FLOW') return [{ ...shared, sub_type: 'flow', parameters: [openForm(form)] }]
    const value = cleaned.get(isCodeButton(url) ? 'body:1' : `button:${position}`)
    if (value === undefined) return []
    return type === 'COPY_CODE'
      ? [{ ...shared, sub_type: 'copy_code', parameters: [{ type: 'coupon_code', coupon_code: value }] }]
      : [{ ...shared, sub_type: 'url', parameters: [{ type: 'text', text: value }] }]
  })
  return [...texts, ...filled]
}
