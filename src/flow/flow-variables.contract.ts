import { foldText } from '../kernel/text/fold-text.contract'
import {
  automationVariables,
  bracedNames,
  contactVariables,
  messageVariables,
} from '../message/compose/message-variables.contract'
import { elementTypeOf, type FlowNode } from './flow.contract'
import { isObject, textOf } from '../kernel/untyped-json.contract'

/** Other names of variables of the conversation. */
export const variableAliases = { nome: 'name', conexao: 'connection', fila: 'queue' } as const

/** Regardless of case, accents and further spaces. */
export const variableKey = (name: string) => foldText(name).trim().replace(/\s+/g, ' ')

export function storedNames(nodes: readonly FlowNode[]): string[] {
  return nodes.flatMap(({ type, data }) =>
    type === 'singleBlock' ? objectsIn(data['elements']).flatMap(({ element }) => storedName(element)) : [],
  )
}

export function listedNames(nodes: readonly FlowNode[]): string[] {
  const names = [...storedNames(nodes), ...automationVariables]
  return [...new Map(names.toReversed().map((name) => [variableKey(name), name])).values()].reverse()
}

/** Of a form on WhatsApp, as Meta's builder names its fields. */
const builtField = /^screen_\d+_\w+$/

/** @param fields names of the contacts' additional fields, and of fields of forms that contacts have filled in */
export function unknownVariables(nodes: readonly FlowNode[], fields: readonly string[]) {
  const known = new Set(
    [...storedNames(nodes), ...fields, ...Object.keys(variableAliases), ...contactVariables, ...messageVariables].map(
      variableKey,
    ),
  )
  return nodes.flatMap((node) => {
    const unknown = textsOf(node)
      .flatMap(({ field, names }) => names.map((name) => ({ nodeId: node.id, field, name })))
      .filter(({ name }) => !known.has(variableKey(name)) && !builtField.test(variableKey(name)))
    return [...new Map(unknown.toReversed().map((one) => [variableKey(one.name), one])).values()].reverse()
  })
}

function textsOf({ type, data }: FlowNode): { field: string; names: readonly string[] }[] {
  const at = (field: string, text: unknown) => ({ field, names: bracedNames(textOf(text), { spaced: true }) })
  switch (type) {
    case 'message':
      return [at('label', data['label'])]
    case 'menu': {
      const labels = objectsIn(data['arrayOption']).map(({ element, index }) =>
        at(`arrayOption.${index}.value`, element['value']),
      )
      return [at('message', data['message']), ...labels]
    }
    case 'condition': {
      const key = textOf(data['key']).replace(/[{}]/g, '').trim()
      return [{ field: 'key', names: key === '' ? [] : [key] }, at('value', data['value'])]
    }
    case 'singleBlock':
      return objectsIn(data['elements']).flatMap(({ element, index }) =>
        textsOfElement(element).map(([field, text]) => at(`elements.${index}.${field}`, text)),
      )
    default:
      return []
  }
}

type Untyped = Readonly<Record<string, unknown>>

/** What is no object is reported by the check of the data. */
export function objectsIn(list: unknown) {
  if (!Array.isArray(list)) return []
  return list.flatMap((element: unknown, index) => (isObject(element) ? [{ element, index }] : []))
}

const typeOf = ({ type, number }: Untyped) => elementTypeOf({ type, number: textOf(number) })

function storedName(element: Untyped): string[] {
  const name = textOf(element['value']).trim()
  return typeOf(element) === 'input' && name !== '' ? [name] : []
}

function textsOfElement(element: Untyped): (readonly [string, unknown])[] {
  const { value, question, invalid, choices } = element
  const type = typeOf(element)
  if (type === 'message') return [['value', value]]
  if (type !== 'input') return []
  const labels: unknown[] = Array.isArray(choices) ? choices : []
  return [
    ['question', question],
    ['invalid', invalid],
    ...labels.map((label, index) => [`choices.${index}`, label] as const),
  ]
}
