import { problemTexts } from './problem-texts.contract'
import type { ProblemValues, SourceProblem } from './source-problems.contract'

/** C: whaticket-community, with one company. T: Ticketz. G: the forks with flows. */
export const dialects = ['C', 'T', 'G'] as const

export type Dialect = (typeof dialects)[number]

export type SourceKind = 'plain' | 'custom' | 'mysql' | 'live'

/** As COPY prints it: `t` and `f`, `2025-01-02 03:04:05.678+00` (always UTC), JSON as text. `dataJson` only for locations and cards. */
export type SourceValue = string | null

/** A row of a scratch file, by their names of columns. */
export type SourceRow = Record<string, SourceValue>

/** What `_source` of a scratch file says about the system that was read. */
export interface SourceSummary {
  dialect: Dialect
  kind: SourceKind
  /** The same for every reading of one installation, whatever has been written since. */
  fingerprint: string
  /** Rows of each table that no dialect has. They are counted, not kept. */
  unknownTables: Record<string, number>
  /** Columns that the dialect lacks, by table. They are kept. */
  unknownColumns: Record<string, string[]>
  /** Columns of the dialect that the source lacks, by table. They hold the dialect's default. */
  missingColumns: Record<string, string[]>
  /** Rows kept of each table that the source has. */
  counts: Record<string, number>
}

export interface SourceProgress {
  table: string
  rows: number
  /** Of the file; undefined where the size is unknown. */
  bytes?: number
  bytesOf?: number
}

export interface ReadOptions {
  /** By default the family's. */
  system?: 'whaticket' | 'chatwoot'
  /** Leaves older messages out, and tickets that have neither changed nor got messages since then, with what belongs to them. */
  since?: Date
  signal?: AbortSignal
  progress?(step: SourceProgress): void
}

export interface OpenDump {
  kind: SourceKind
  /** The dump as text. */
  chunks: AsyncIterator<Uint8Array>
  bytesRead(): number
  bytesOf?: number
  /** Ends what produces the text. @throws UnreadableSource if it failed */
  end(): Promise<void>
  close(): void
}

/** The source cannot be read, for a reason that its owner can mend. The message is a sentence for them, in English. */
export class UnreadableSource extends Error {
  constructor(
    readonly code: SourceProblem,
    readonly values: ProblemValues = {},
  ) {
    super(problemTexts.en[code](values))
  }
}
