import { afterAll, beforeAll, expect, test } from 'bun:test'
import { messageEvent, receive } from '../../testing/conversation/inbound'
import { createWorld, type World } from '../../testing/world/world'
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

test('follows the company’s time zone in the greeting', () => {
  const greetings = { '08:59': 'Boa madrugada', '09:00': 'Bom dia', '14:59': 'Bom dia', '15:00': 'Boa tarde' }
  for (const [utc, greeting] of Object.entries(greetings))
    expect(fill('{{ms}}', `2026-03-02T${utc}:00Z`)).toBe(greeting)
  expect(fill('{{ms}}', '2026-03-02T21:00:00Z')).toBe('Boa noite')
  expect(fill('{{ms}}', '2026-03-03T03:00:00Z')).toBe('Boa madrugada')
})

test('fills date and hour in the company’s time zone, and keeps the protocol of the first day', () => {
  expect(fill('{{date}} {{hour}}', '2026-03-05T01:07:00Z')).toBe('04/03/2026 22:07')
  expect(fill('{{protocol}}', '2026-03-05T01:07:00Z')).toBe('202602281')
})

test('ignores names of the object prototype, and treats dollar signs literally', () => {
  expect(fill('{{constructor}} {{__proto__}} $& {{firstName}}', '2026-03-05T01:07:00Z')).toBe(
    '{{constructor}} {{__proto__}} $& Dona',
  )
})
