import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCampaigns } from '../../testing/campaigns'

const people = 60
/** More with CRASH_ROUNDS, to try it at length. */
const rounds = Number(process.env['CRASH_ROUNDS'] ?? 4)
const process_ = join(import.meta.dir, '../..', 'testing', 'campaign-process.ts')

test(
  'killed at any moment, a campaign writes to each recipient once',
  async () => {
    for (let round = 0; round < rounds; round += 4) await killOften(Math.min(4, rounds - round))
  },
  60_000 + rounds * 15_000,
)

async function killOften(kills: number) {
  const startMs = Date.now()
  const campaigns = await createCampaigns(new Date(startMs))
  const file = join(campaigns.world.dataDir, 'handed-over.txt')
  try {
    await campaigns.settings({ startHour: '00:00', endHour: '00:00', sabado: true, domingo: true })
    await campaigns.ana.post('/campaign-settings/connections', { whatsappId: 1, dailyLimit: 10_000 })
    const { id } = await campaigns.start({ contactListId: await campaigns.addList(people) })
    for (let kill = 0; kill <= kills; kill++) {
      const child = Bun.spawn([process.execPath, process_, campaigns.world.dataDir, file, String(startMs)], {
        env: { ...process.env, NODE_ENV: 'production' },
        stdout: 'pipe',
        stderr: 'inherit',
      })
      await child.stdout.getReader().read()
      if (kill < kills) await Bun.sleep(20 + Math.random() * 250)
      else while ((await campaigns.find(id)).status !== 'FINALIZADA') await Bun.sleep(20)
      child.kill('SIGKILL')
      await child.exited
    }
    const idsOf = Map.groupBy(readFileSync(file, 'utf8').trim().split('\n'), (line) => line.split(' ')[0])
    const doubled = [...idsOf].filter(([, lines]) => new Set(lines).size > 1)
    expect([idsOf.size, doubled]).toEqual([people, []])
    expect(await campaigns.find(id)).toMatchObject({ sentCount: people, failedCount: 0, validCount: people })
  } finally {
    campaigns.world.stop()
  }
}
