import * as v from 'valibot'
import { sourceProblems } from '../source/source-problems.contract'

export const otherSystems = ['whaticket', 'chatwoot'] as const
export type OtherSystem = (typeof otherSystems)[number]

const line = (lengthMax: number) => v.pipe(v.string(), v.trim(), v.maxLength(lengthMax, 'tooLong'))

export const uploadSource = (id: string) => `upload:${id}`

export const SystemImportBody = v.object({
  system: v.picklist(otherSystems),
  /** A path on the server, an upload, or `postgres://…`. */
  source: v.pipe(line(1000), v.nonEmpty('required')),
  /** A folder on the server; without it, files do not come. */
  media: line(1000),
  /** Its id in the source; all companies if empty. */
  company: v.pipe(line(9), v.regex(/^\d*$/, 'integer')),
  /** `redis://…`, for sessions of the forks that keep them there. */
  redis: line(1000),
  /** A day; older messages do not come. */
  since: v.union([v.literal(''), v.pipe(v.string(), v.isoDate('invalid'))]),
  keepSuper: v.boolean(),
  suffixEmail: v.boolean(),
  dryRun: v.boolean(),
})
export type SystemImportBody = v.InferOutput<typeof SystemImportBody>

export const importStates = ['running', 'interrupted', 'canceled', 'failed', 'done'] as const

export const importPhases = ['reading', 'building', 'sessions'] as const
export type ImportPhase = (typeof importPhases)[number]

export const SystemImportView = v.object({
  id: v.string(),
  system: v.picklist(otherSystems),
  /** Without passwords. */
  source: v.string(),
  media: v.string(),
  isDryRun: v.boolean(),
  state: v.picklist(importStates),
  phase: v.picklist(importPhases),
  /** Such as a table of a company. */
  what: v.string(),
  done: v.nullable(v.number()),
  of: v.nullable(v.number()),
  /** For people, in English; empty without a failure. */
  error: v.string(),
  /** The same by its code, where the owner of the source can mend it. */
  problem: v.nullable(
    v.object({
      code: v.picklist(sourceProblems),
      values: v.record(v.string(), v.union([v.string(), v.number()])),
    }),
  ),
  startedAt: v.string(),
  endedAt: v.nullable(v.string()),
  hasReport: v.boolean(),
})
export type SystemImportView = v.InferOutput<typeof SystemImportView>

export const uploadPieceBytes = 8 * 1024 * 1024
