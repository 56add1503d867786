import { resolve } from 'node:path'
import * as v from 'valibot'
import { type SystemImport, type SystemImportReport } from '../move-in/run/import-system'
import { runImport } from '../move-in/run/import-runs'
import type { OtherSystem } from '../move-in/run/system-import.contract'
import { type Command, CommandRefused, defineCommand } from './command'
import { printReport } from './print-report'
import { CompanyNumber } from './restore'
import { confirmUndo, printUndone, type Undone, undoAtTerminal } from './undo-import'

const Folder = v.pipe(
  v.string(),
  v.transform((path) => resolve(path)),
)

const Source = v.pipe(
  v.string(),
  v.transform((source) => (/^postgres(ql)?:\/\//.test(source) ? source : resolve(source))),
)

const Options = v.strictObject({
  source: v.optional(Source),
  media: v.optional(Folder),
  company: v.optional(CompanyNumber),
  redis: v.optional(v.string()),
  since: v.optional(v.pipe(v.string(), v.isoDate('this is no day, such as 2025-01-31'))),
  super: v.optional(v.literal('keep', 'only "keep" is known')),
  suffixEmail: v.optional(v.boolean(), false),
  dryRun: v.optional(v.boolean(), false),
  undo: v.optional(CompanyNumber),
  yes: v.optional(v.string()),
})
type Options = v.InferOutput<typeof Options>

const systems = {
  whaticket: { name: 'Whaticket, Ticketz or another system of that family', file: 'whaticket.dump' },
  chatwoot: { name: 'Chatwoot', file: 'chatwoot.dump' },
} satisfies Record<OtherSystem, unknown>

export const importWhaticket = importOf('whaticket')
export const importChatwoot = importOf('chatwoot')

function importOf(system: OtherSystem): Command {
  const { name, file } = systems[system]
  return defineCommand({
    words: `import ${system}`,
    summary: `Takes the companies of ${name} in, with their conversations`,
    usage: `recado import ${system} DUMP|postgres://… [--media FOLDER] [--company NUMBER] [--redis redis://…] [--since YYYY-MM-DD] [--super keep] [--suffix-email] [--dry-run], or --undo COMPANY [--yes NAME]`,
    example: `recado import ${system} ${file} --media /var/old/public --dry-run`,
    options: Options,
    positionals: ['source'],
    runs: 'host',
    confirm: (platform, { undo }) => (undo === undefined ? undefined : confirmUndo(platform, undo)),
    async run(platform, options, call): Promise<SystemImportReport | Undone> {
      if (options.undo !== undefined) return undoAtTerminal(platform, options.undo, call)
      const progress = ({ what, done, of }: { what: string; done?: number | undefined; of?: number | undefined }) =>
        call.progress({ what, ...(done !== undefined && { done }), ...(of !== undefined && { of }) })
      return runImport(platform, {}, orderOf(system, options), { progress, signal: call.signal })
    },
    print: (result) => ('undone' in result ? printUndone(result) : printReport(result)),
    exitCode: (result) => ('undone' in result || !hasFailed(result) ? 0 : 1),
  })
}

function orderOf(system: OtherSystem, options: Options): SystemImport {
  const { source, media, company, redis, since, suffixEmail, dryRun } = options
  if (source === undefined) throw new CommandRefused('Name a dump, or postgres://user@host/database.')
  return {
    system,
    source,
    media,
    company,
    redis,
    since: since === undefined ? undefined : new Date(since),
    keepSuper: options.super === 'keep',
    suffixEmail,
    dryRun,
  }
}

const hasFailed = ({ companies }: SystemImportReport) => companies.some(({ error }) => error !== '')
