import type { CompanyContext } from '../company/company-context'
import type { LongWork } from '../company/batches'
import type { Media } from '../file/media-store'
import type { MediaKind } from '../file/media.tables'
import type { MoveInNote, NoteValues, ReasonText } from './move-in-reasons.contract'

/** C: whaticket-community. T: Ticketz. G: the forks for many companies, with flows. */
export type Dialect = 'C' | 'T' | 'G'

/** As PostgreSQL prints the values. A column that an installation lacks is undefined. */
export type SourceRow = Readonly<Record<string, string | null | undefined>>

export interface MoveInOptions {
  keepSuper: boolean
  /** Put before the at sign of an e-mail that exists; without it, its user does not come. */
  suffixEmail?: string | undefined
  /** In lower case, of the people of this host. */
  takenEmails: readonly string[]
}

/** What a step gets. `table` and `old` are always theirs. */
export interface MoveIn {
  readonly ctx: CompanyContext
  readonly dialect: Dialect
  readonly options: MoveInOptions
  readonly isInUse: boolean
  /** Our id. */
  find(table: string, old: string | null | undefined): number | undefined
  /** A second name of one of our rows. */
  link(table: string, old: string, id: number): void
  /** For a reference to a row that may come later; see `MoveInStep.settle`. */
  later(kind: string, rowId: number, table: string, old: string | null | undefined): void
  /** See `MoveInStep.files`. `path`: as they name it, or where it may be. */
  attach(
    kind: string,
    rowId: number,
    file: { path: string | readonly string[] | null | undefined; name?: string | undefined; at: Date },
  ): void
  /** Shown in the report, beside the row that is being taken. */
  note(code: MoveInNote, values?: NoteValues): void
  /** Their rows of another table, few. */
  others(table: string, column: string, value: string | null | undefined): SourceRow[]
}

/** Our id, 0 for a row that only joins others; undefined for one of another company. `state`: see `MoveInStep.stateOf`. */
export type Taken =
  number | { id: number; state: number } | { merged: number; why: ReasonText } | { skipped: ReasonText } | undefined

export interface MoveInFiles {
  readonly kind: MediaKind
  /** By default the row. */
  ownerOf?(rowId: number): number
  placed(moveIn: MoveIn, rowId: number, media: Media): void
  missing?(moveIn: MoveIn, rowId: number, name: string): void
}

export interface MoveInStep {
  /** The source system's table. */
  readonly table: string
  /** Tells a second step of the same table apart. */
  readonly as?: string
  /** Column that refers to the table with the row's company; by default the row itself has it. `any`: `take` tells. */
  readonly owner?: { readonly column: string; readonly table: string } | 'any'
  /** By default the id. */
  key?(row: SourceRow, dialect: Dialect): string
  /** In a transaction. */
  take(moveIn: MoveIn, row: SourceRow): Taken
  /** Takes a row again whose `updatedAt` is later than it was. Returns the state of ours. `state`: what it was. */
  change?(moveIn: MoveIn, id: number, row: SourceRow, state: number | null): number
  /** A number that differs once people have changed our row; undefined if it is gone. Without it, ours is never looked at. */
  stateOf?(moveIn: MoveIn, id: number): number | undefined
  /** The state that ours would have: a row whose other columns have changed is not taken again. */
  stateFrom?(row: SourceRow): number
  /** What a row that was taken before still lacks, such as a file that was not there, is asked for again. */
  lacks?(moveIn: MoveIn, id: number, row: SourceRow): boolean
  complete?(moveIn: MoveIn, id: number, row: SourceRow): void
  /** At the end of each transaction. */
  flush?(moveIn: MoveIn): void
  /** What becomes of a reference that was left for later, by its kind. `id`: ours, of the other row. */
  readonly settle?: Readonly<Record<string, (moveIn: MoveIn, rowId: number, id: number) => void>>
  readonly files?: Readonly<Record<string, MoveInFiles>>
  /** After the rows of all tables. */
  end?(moveIn: MoveIn): LongWork<any>
}
