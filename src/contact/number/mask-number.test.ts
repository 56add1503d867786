import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addContact } from '../../testing/conversation/tickets'
import { createWorld, type World } from '../../testing/world/world'
import { maskText } from './mask-number'

const [maria, second] = ['5511988880001', '5511944440044']
let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.stop())

test('masks contacts’ numbers in every notation, and no other digits', () => {
  const ctx = world.ctx(1)
  addContact(ctx, 'Segunda', second)
  const masked: [string, string][] = [
    [`@${maria}!`, '@******01!'],
    ['(11) 98888-0001', '******01'],
    ['11 8888-0001', '******01'],
    ['(98888-0001)', '(******01)'],
    ['(11 98888-0001)', '(******01)'],
    ['005511988880001', '******01'],
    ['+55 11 98888-0001', '******01'],
    ['98888-0001, ou 8888 0001', '******01, ou ******01'],
    ['ramal 12, 988880001', 'ramal 12, ******01'],
    [`${maria} ${second}`, '******01 ******44'],
    [`nota 12345678 de ${second}, 3 itens`, 'nota 12345678 de ******44, 3 itens'],
  ]
  for (const [text, expected] of masked) expect(maskText(ctx, text)).toBe(expected)
  for (const text of [
    'CPF 123.456.789-09',
    '2026-11-21 14:00',
    'R$ 1.234.567,89',
    '0001 0002 0003 0004',
    '88880002',
    '388880001',
    '👍',
    '',
  ]) {
    expect(maskText(ctx, text)).toBe(text)
  }
  const long = '1 '.repeat(5000)
  expect(maskText(ctx, long)).toBe(long)
})
