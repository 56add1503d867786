import { expect, test } from 'bun:test'
import { type ChatbotBody, ChatbotTree } from '../../../src/queue/chatbot/chatbot.contract'
import * as v from 'valibot'
import { mergeOptions, optionChanges } from './chatbot-conflict'

type Given = [id: number | null, name: string, ...options: Given[]]

const treeOf = (...given: Given[]): ChatbotBody[] =>
  v.parse(
    ChatbotTree,
    given.map(([id, name, ...options]) => ({ id, name, greetingMessage: name, options: treeOf(...options) })),
  )
const shape = (tree: readonly ChatbotBody[] | undefined): unknown =>
  tree?.map(({ id, name, options }) => [id, name, ...(shape(options) as unknown[])])

const base = treeOf([1, 'Boletos', [2, 'Segunda via'], [3, 'Parcelar']], [4, 'Trocas'], [5, 'Horários'])

test('takes each option from the side that changed it', () => {
  const mine = treeOf([1, 'Boletos', [2, '2ª via do boleto'], [3, 'Parcelar']], [4, 'Trocas'], [5, 'Horários'])
  const theirs = treeOf([1, 'Boletos', [2, 'Segunda via'], [3, 'Parcelar'], [7, 'Atrasados']], [4, 'Trocas e defeitos'])
  const both = [
    [1, 'Boletos', [2, '2ª via do boleto'], [3, 'Parcelar'], [7, 'Atrasados']],
    [4, 'Trocas e defeitos'],
  ]
  expect(shape(mergeOptions(base, mine, theirs))).toEqual(both)
  expect(shape(mergeOptions(base, theirs, mine))).toEqual(both)
  expect(shape(mergeOptions(base, base, theirs))).toEqual(shape(theirs))
  expect(shape(mergeOptions(base, mine, mine))).toEqual(shape(mine))
})

test('puts new options after the one they follow, in the order of the side that reordered', () => {
  const mine = treeOf(
    [1, 'Boletos', [2, 'Segunda via'], [3, 'Parcelar']],
    [null, 'Entregas', [null, 'Atraso']],
    [4, 'Trocas'],
    [5, 'Horários'],
  )
  const theirs = treeOf([5, 'Horários'], [1, 'Boletos', [3, 'Parcelar'], [2, 'Segunda via']], [4, 'Trocas'])
  expect(shape(mergeOptions(base, mine, theirs))).toEqual([
    [5, 'Horários'],
    [1, 'Boletos', [3, 'Parcelar'], [2, 'Segunda via']],
    [null, 'Entregas', [null, 'Atraso']],
    [4, 'Trocas'],
  ])
})

test('merges nothing that would lose or break an option', () => {
  const without = (...ids: number[]) =>
    base
      .filter(({ id }) => !ids.includes(id ?? 0))
      .map((one) => ({ ...one, options: one.options.filter(({ id }) => !ids.includes(id ?? 0)) }))
  const renamed = treeOf([1, 'Cobrança', [2, 'Segunda via'], [3, 'Parcelar']], [4, 'Trocas'], [5, 'Horários'])
  const cases: Record<string, [ChatbotBody[], ChatbotBody[]]> = {
    'both renamed it': [
      renamed,
      treeOf([1, 'Faturas', [2, 'Segunda via'], [3, 'Parcelar']], [4, 'Trocas'], [5, 'Horários']),
    ],
    'removed what the other renamed': [renamed, without(1, 2, 3)],
    'removed what the other put an option into': [
      without(4),
      treeOf([1, 'Boletos', [2, 'Segunda via'], [3, 'Parcelar']], [4, 'Trocas', [8, 'Defeito']], [5, 'Horários']),
    ],
    'each moved one below the other': [
      treeOf([1, 'Boletos', [2, 'Segunda via'], [3, 'Parcelar'], [4, 'Trocas']], [5, 'Horários']),
      treeOf([4, 'Trocas', [1, 'Boletos', [2, 'Segunda via'], [3, 'Parcelar']]], [5, 'Horários']),
    ],
    'options below one that now leads to a queue': [
      treeOf([1, 'Boletos', [2, 'Segunda via'], [3, 'Parcelar']], [4, 'Trocas', [null, 'Defeito']], [5, 'Horários']),
      base.map((one) => (one.id === 4 ? { ...one, queueType: 'queue' as const, optQueueId: 2 } : one)),
    ],
  }
  for (const [name, [mine, theirs]] of Object.entries(cases)) {
    expect([name, mergeOptions(base, mine, theirs), mergeOptions(base, theirs, mine)]).toEqual([
      name,
      undefined,
      undefined,
    ])
  }
})

test('names options with those above them, and what only moved', () => {
  const after = treeOf([1, 'Boletos', [3, 'Parcelar'], [2, 'Segunda via do boleto']], [5, 'Horários'], [4, 'Trocas'])
  expect(optionChanges(base, after)).toEqual([
    { id: '2', kind: 'changed', name: 'Boletos › Segunda via do boleto' },
    { id: '4', kind: 'moved', name: 'Trocas' },
  ])
})
