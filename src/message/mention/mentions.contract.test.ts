import { expect, test } from 'bun:test'
import { findMentions } from './mentions.contract'
import { measureProcessor } from '../../testing/clock/processor-time'

const people = [
  { id: 1, name: 'Ana Souza' },
  { id: 2, name: 'Bruno Lima' },
  { id: 3, name: 'Ana' },
  { id: 4, name: 'Ana Souza Reis' },
  { id: 5, name: 'João' },
]
const found = (text: string) => findMentions(text, people).map(({ person, name }) => [person.id, name])

test.each([
  ['@Bruno Lima, veja', [[2, 'Bruno Lima']]],
  ['veja isso @bruno!', [[2, 'bruno']]],
  [
    '@Ana Souza Reis e @ana souza',
    [
      [4, 'Ana Souza Reis'],
      [1, 'ana souza'],
    ],
  ],
  ['@Ana', [[3, 'Ana']]],
  ['@Anabela', []],
  ['bruno@lima.com e x@Bruno', []],
  ['@joão e @João', [[5, 'joão']]],
  ['@ Bruno, @', []],
  ['(@Bruno)', [[2, 'Bruno']]],
] as const)('%s', (text, expected) => {
  expect(found(text)).toEqual(expected as never)
})

test('distinguishes users with the same name by the chosen one', () => {
  const namesakes = [...people, { id: 6, name: 'Bruno Lima' }]
  const mentioned = (text: string, picked?: number[]) =>
    findMentions(text, namesakes, picked).map(({ person }) => person.id)
  expect(mentioned('@Bruno Lima')).toEqual([])
  expect(mentioned('@Bruno Lima', [6])).toEqual([6])
  expect(mentioned('@Bruno Lima e @Bruno Lima', [6, 2])).toEqual([6, 2])
  expect(mentioned('@Bruno Lima, @Bruno Lima', [2])).toEqual([2])
  // A picked user whose name is not in the text is not mentioned.
  expect(mentioned('@João', [6, 5])).toEqual([5])
})

test('reads hostile text in time', () => {
  const crowd = Array.from({ length: 500 }, (_, id) => ({ id, name: `Ana ${id}` }))
  const tookMs = measureProcessor()
  findMentions('@'.repeat(60_000), crowd)
  findMentions(' @ana'.repeat(12_000), crowd)
  expect(tookMs()).toBeLessThan(200)
})
