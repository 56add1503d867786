import { expect, test } from 'bun:test'
import { killRounds } from '../../testing/process/webhook-kills'

test.each(['page', 'number'] as const)(
  'killed after a webhook of a %s is durable and before it is answered: nothing is lost or doubled',
  async (kind) => {
    const { repeated, lost, doubled } = await killRounds(kind, 3, 20_261_129)
    expect([lost, doubled]).toEqual([[], []])
    expect(repeated).toBe(3)
  },
  240_000,
)
