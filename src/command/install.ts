import * as v from 'valibot'
import { installed } from '../host/install/installed-files'
import { install as installFiles, type InstallStep } from '../host/install/install'
import { CommandRefused, defineCommand } from './command'

const verbs = { write: 'writes', keep: 'keeps', folder: 'folder', run: 'runs' }

export const install = defineCommand({
  words: 'install',
  summary: 'Installs this file on Linux with systemd: program, user, service, settings and data folder',
  usage: 'recado install [--dry-run] [--root FOLDER]',
  example: 'sudo ./recado install',
  options: v.strictObject({
    dryRun: v.optional(v.boolean(), false),
    root: v.optional(v.pipe(v.string(), v.minLength(1))),
  }),
  runs: 'alone',
  asRoot: true,
  run(_, { dryRun, root }) {
    if (!Bun.isStandaloneExecutable)
      throw new CommandRefused('Only the single file installs itself: npm run build:single')
    if (process.platform !== 'linux') throw new CommandRefused('Only Linux with systemd is supported.')
    if (!dryRun && root === undefined && process.getuid?.() !== 0) {
      throw new CommandRefused('This needs root: run it with sudo. --dry-run shows what it does.')
    }
    return { dryRun, root, steps: installFiles({ program: process.execPath, root, dryRun }) }
  },
  print: ({ dryRun, root, steps }) => {
    const lines = steps.map(({ does, what }: InstallStep) => `${verbs[does].padEnd(7)} ${what}`)
    const further = [`Settings: ${installed.settings}. The first sign-in: journalctl -u recado`]
    return [...(dryRun ? ['Nothing was done. It would be:'] : []), ...lines, ...(dryRun || root ? [] : further)].join(
      '\n',
    )
  },
})
