import { expect, test } from 'bun:test'
import { planConversations } from './plan-conversations'
import { createRandom } from './random'

const dayMs = 86_400_000

test('an active conversation begins at least a day after the contact’s others, at every time of the week', () => {
  for (let hour = 0; hour < 7 * 24; hour++) {
    const nowMs = Date.parse('2026-11-22T00:44:10Z') + hour * 3_600_000
    const planned = planConversations(300, nowMs, createRandom(7))
    const active = planned.filter(({ ending }) => !['closed', 'rated'].includes(ending))
    for (const one of active) {
      const others = planned.filter((other) => other.contact === one.contact && other !== one)
      expect(others.filter(({ startMs }) => startMs > one.startMs - dayMs)).toEqual([])
    }
  }
})
