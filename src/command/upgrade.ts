import { resolve } from 'node:path'
import * as v from 'valibot'
import { useInstallation } from '../host/install/use-installation'
import { upgrade as upgradeProduct } from '../host/upgrade/upgrade'
import { readConfig } from '../kernel/config/config'
import { CommandRefused, defineCommand } from './command'

const Count = (least: number, most: number) =>
  v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(least), v.maxValue(most))

export const upgrade = defineCommand({
  words: 'upgrade',
  summary:
    'Tries another version on copies of the data, then replaces the running one; goes back by itself if it is not ready',
  usage: 'recado upgrade FILE [--canary COMPANY] [--scratch FOLDER] [--wait SECONDS] [--dry-run]',
  example: 'sudo recado upgrade ./recado-0.4.0',
  options: v.strictObject({
    file: v.pipe(v.string(), v.minLength(1)),
    canary: v.optional(Count(1, Number.MAX_SAFE_INTEGER)),
    scratch: v.optional(v.pipe(v.string(), v.minLength(1))),
    wait: v.optional(Count(1, 3600), '60'),
    dryRun: v.optional(v.boolean(), false),
  }),
  positionals: ['file'],
  runs: 'alone',
  asRoot: true,
  async run(_, { file, canary, scratch, wait, dryRun }, call) {
    if (!Bun.isStandaloneExecutable) {
      throw new CommandRefused('Only the single file is replaced. Here, update the sources and restart.')
    }
    useInstallation({ asRoot: true })
    const { dataDir } = readConfig()
    const given = { file: resolve(file), dataDir: resolve(dataDir), program: process.execPath }
    return upgradeProduct({ ...given, canary, scratch, dryRun, readySeconds: wait }, call)
  },
  print: ({ from, to, rehearsed, did, previous }) => {
    const tried = `Recado ${to} opened and showed copies of ${rehearsed.length} ${rehearsed.length === 1 ? 'company' : 'companies'}, with all rows.`
    const replaced = { rehearsed: 'Nothing was replaced.', replaced: 'Start it now.', upgraded: 'It is ready.' }[did]
    return [tried, replaced, ...(previous ? [`Recado ${from} is kept as ${previous}.`] : [])].join('\n')
  },
})
