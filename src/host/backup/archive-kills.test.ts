import { expect, test } from 'bun:test'
import { killArchivedWriter } from '../../testing/host/archive-kills'

test('the archive gives back every commit, byte by byte, however often the process is killed', async () => {
  expect(await killArchivedWriter(12, 20_261_130)).toMatchObject({ rounds: 12, different: 0 })
}, 120_000)
