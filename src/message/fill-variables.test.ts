import { afterAll, beforeAll, expect, test } from 'bun:test'
import { messageEvent, receive } from '../testing/inbound'
import { createWorld, type World } from '../testing/world'
import { fillVariables } from './fill-variables'

let world: World
beforeAll(async () => {
  world = await createWorld({ now: new Date('2026-03-01T02:30:00Z') })
  receive(world, 1, messageEvent({ atMs: Date.parse('2026-03-01T02:30:00Z') }))
})
afterAll(() => world.stop())

const fill = (text: string, at: string) => {
  world.setTime(new Date(at))
  return fillVariables(world.ctx(1), text, 1)
}

test('the greeting follows the company’s clock', () => {
  const greetings = { '08:59': 'Boa madrugada', '09:00': 'Bom dia', '14:59': 'Bom dia', '15:00': 'Boa tarde' }
  // São Paulo is three hours behind.
  for (const [utc, words] of Object.entries(greetings)) expect(fill('{{ms}}', `2026-03-02T${utc}:00Z`)).toBe(words)
  expect(fill('{{ms}}', '2026-03-02T21:00:00Z')).toBe('Boa noite')
  expect(fill('{{ms}}', '2026-03-03T03:00:00Z')).toBe('Boa madrugada')
})

test('date and hour are the company’s, and the protocol stays what it was on the first day', () => {
  expect(fill('{{date}} {{hour}}', '2026-03-05T01:07:00Z')).toBe('04/03/2026 22:07')
  expect(fill('{{protocol}}', '2026-03-05T01:07:00Z')).toBe('202602281')
})

test('names of the object prototype are no variables, and dollar signs mean nothing', () => {
  expect(fill('{{constructor}} {{__proto__}} $& {{firstName}}', '2026-03-05T01:07:00Z')).toBe(
    '{{constructor}} {{__proto__}} $& Dona',
  )
})
