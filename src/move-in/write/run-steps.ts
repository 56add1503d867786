import { inBatches } from '../../kernel/company/batches'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { MoveIn, MoveInOptions, MoveInStep, SourceRow, Taken } from '../../kernel/move-in/move-in-step'
import { openBook, type ImportBook } from './import-book'
import { pathsBetween } from './media-source'
import type { Scratch } from './scratch'

export interface Walk {
  ctx: CompanyContext
  scratch: Scratch
  /** Theirs. */
  company: string
  source: string
  options: MoveInOptions
  isInUse: boolean
  steps: readonly MoveInStep[]
  /** Length of a transaction. */
  paceMs: number
  signal?: AbortSignal | undefined
  progress(step: { what: string; done?: number; of?: number }): void
}

type Placed = SourceRow & { _at: string; _row: number }
type Tallies = Map<string, number>

/** Takes the rows of all tables in their order, then what they left for later. Continues where a stopped one was. */
export async function runSteps(walk: Walk) {
  const book = openBook(walk.ctx, walk.source)
  for (const step of walk.steps) await runStep(walk, book, step)
  await settleLater(walk, book)
  for (const step of walk.steps) {
    const { moveIn } = meansOf(walk, book, step.table)
    if (step.end && book.place(`end ${step.table}`) === undefined) {
      await inBatches(walk.ctx, { pace: walk.paceMs, ...step.end(moveIn) })
      walk.ctx.transaction(() => book.setPlace(`end ${step.table}`, ''))
    }
  }
  return book
}

async function runStep(walk: Walk, book: ImportBook, step: MoveInStep) {
  const { ctx, scratch, company, paceMs, signal, progress } = walk
  if (!scratch.has(step.table)) return
  const name = step.as ?? step.table
  const of = scratch.countFor(step, company)
  const means = meansOf(walk, book, name)
  let place = readPlace(book.place(name))
  let taken = 0
  await inBatches<Placed>(ctx, {
    pace: paceMs,
    next(last) {
      signal?.throwIfAborted()
      if (last) place = { at: last._at, row: last._row }
      return scratch.page(step, company, place)
    },
    work(row) {
      taken++
      takeRow(means, step, row)
    },
    noted({ last }) {
      step.flush?.(means.moveIn)
      means.flush()
      if (last) book.setPlace(name, JSON.stringify({ at: last._at, row: last._row }))
      progress({ what: name, done: taken, of })
    },
  })
}

function takeRow(means: Means, step: MoveInStep, row: Placed) {
  const { moveIn, book, count } = means
  const table = step.as ?? step.table
  const old = step.key?.(row, moveIn.dialect) ?? row['id'] ?? ''
  means.old = old
  // A file that is being built has no row beyond the cursor.
  const known = moveIn.isInUse ? book.find(table, old) : undefined
  if (known !== undefined) {
    if (!step.isNewer?.(moveIn, known, row)) {
      if (step.lacks?.(moveIn, known, row)) step.complete?.(moveIn, known, row)
      return count('known', '')
    }
    step.change?.(moveIn, known, row)
    return count('changed', '')
  }
  const taken = step.take(moveIn, row)
  if (taken === undefined) return
  const id = idOf(taken)
  if (id !== undefined) book.link(table, old, id)
  if (typeof taken === 'number') return count('written', '')
  if ('merged' in taken) return count('merged', taken.why)
  count('skipped', taken.skipped)
}

function idOf(taken: NonNullable<Taken>) {
  if (typeof taken === 'number') return taken
  return 'merged' in taken ? taken.merged : undefined
}

const readPlace = (stored: string | undefined) =>
  stored ? (JSON.parse(stored) as { at: string; row: number }) : { at: '', row: -1 }

type Means = ReturnType<typeof meansOf>

function meansOf({ ctx, scratch, options, isInUse }: Walk, book: ImportBook, table: string) {
  const tallies: Tallies = new Map()
  const means = {
    book,
    old: '',
    count(outcome: 'written' | 'merged' | 'skipped' | 'known' | 'changed', reason: string) {
      const name = `${outcome} ${reason}`
      tallies.set(name, (tallies.get(name) ?? 0) + 1)
    },
    /** In the transaction of the rows. */
    flush() {
      for (const [name, rows] of tallies) {
        const [outcome = ''] = name.split(' ', 1)
        book.tally(table, outcome as 'written', name.slice(outcome.length + 1), rows)
      }
      tallies.clear()
    },
  }
  const moveIn: MoveIn = {
    ctx,
    dialect: scratch.summary.dialect,
    options,
    isInUse,
    find: book.find,
    link: book.link,
    later(kind, rowId, of, old) {
      if (old) book.later(kind, rowId, of, old)
    },
    attach(kind, rowId, { path, name = '', at }) {
      const paths = typeof path === 'string' ? path : (path ?? []).join(pathsBetween)
      if (paths) book.file({ kind, rowId, path: paths, name, at })
    },
    note: (text) => book.note(table, means.old, text),
    others: (of, column, value) => (value ? scratch.find(of, column, value) : []),
  }
  return Object.assign(means, { moveIn })
}

export const moveInOf = (walk: Walk, book: ImportBook, table: string): MoveIn => meansOf(walk, book, table).moveIn

const laterTogether = 200

/** References to rows that came after them, such as of a message that quotes one of another ticket. */
async function settleLater(walk: Walk, book: ImportBook) {
  const settles = new Map(
    walk.steps.flatMap(({ table, settle = {} }) =>
      Object.entries(settle).map(([kind, run]) => [kind, { run, ...meansOf(walk, book, table) }] as const),
    ),
  )
  let after = 0
  await inBatches(walk.ctx, {
    pace: walk.paceMs,
    next(last: ReturnType<ImportBook['laterAfter']>[number] | undefined) {
      walk.signal?.throwIfAborted()
      after = last?.id ?? after
      return book.laterAfter(after, laterTogether)
    },
    work({ id, kind, rowId, tableName, old }) {
      const found = book.find(tableName, old)
      const settle = settles.get(kind)
      if (found !== undefined && settle) settle.run(settle.moveIn, rowId, found)
      else book.tally('References', 'skipped', `${kind}: the row of ${tableName} did not come`, 1)
      book.dropLater(id)
    },
  })
}
