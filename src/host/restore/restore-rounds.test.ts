import { expect, test } from 'bun:test'
import { createRestoreRounds } from '../../testing/restore/restore-rounds'

/** More with `bun src/scripts/restore-drill.ts`. */
test.each([false, true])(
  'after a restore (keys lost: %p), everything is readable and nothing is sent again',
  async (losesKeys) => {
    const rounds = await createRestoreRounds(7)
    try {
      await rounds.meet()
      for (let round = 0; round < 2; round++)
        expect(await rounds.round({ losesKeys })).toEqual({ unreadable: [], wrong: [] })
    } finally {
      await rounds.stop()
    }
  },
  120_000,
)
