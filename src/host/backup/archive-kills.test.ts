import { expect, test } from 'bun:test'
import { killArchivedWriter } from '../../testing/host/archive-kills'

test('the archive gives back every commit, byte by byte, however often the process is killed', async () => {
  expect(await killArchivedWriter(25, 20_261_130)).toMatchObject({ rounds: 25, different: 0 })
}, 120_000)
