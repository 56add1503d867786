import { inBatches } from '../../kernel/company/batches'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { MoveIn, MoveInOptions, MoveInStep, SourceRow } from '../../kernel/move-in/move-in-step'
import type { ReasonText } from '../../kernel/move-in/move-in-reasons.contract'
import { timesOf } from '../../kernel/move-in/source-values'
import { openBook, type ImportBook, type Linked } from './import-book'
import { pathsBetween } from './media-source'
import type { Scratch } from './scratch'

export interface Walk {
  ctx: CompanyContext
  scratch: Scratch
  /** Its id in the source. */
  company: string
  source: string
  options: MoveInOptions
  isInUse: boolean
  steps: readonly MoveInStep[]
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
  const known = moveIn.isInUse ? book.recall(table, old) : undefined
  if (known) return takeKnown(means, step, row, { table, known })
  const taken = step.take(moveIn, row)
  if (taken === undefined) return
  if (typeof taken === 'object' && 'skipped' in taken) return count('skipped', taken.skipped)
  const changedAt = step.change ? timesOf(row).updatedAt : null
  if (typeof taken === 'number') book.link(table, old, taken, { changedAt })
  else if ('merged' in taken) book.link(table, old, taken.merged)
  else book.link(table, old, taken.id, { changedAt, state: taken.state })
  if (typeof taken === 'object' && 'merged' in taken) return count('merged', taken.why)
  count('written', '')
}

function takeKnown(
  { moveIn, book, old, count }: Means,
  step: MoveInStep,
  row: Placed,
  { table, known }: { table: string; known: Linked },
) {
  const { id, state } = known
  const news = newsOf(moveIn, step, row, known)
  if (news === 'changedHere') return count('skipped', news)
  if (news === 'changed' && step.change) {
    const changedAt = timesOf(row).updatedAt
    book.relink(table, old, { changedAt, state: step.change(moveIn, id, row, state) })
    return count('changed', '')
  }
  if (news === 'lacks') step.complete?.(moveIn, id, row)
  count('known', '')
}

/** Returns what is new in a row that was taken before. What people have changed here since is kept. */
export function newsOf(moveIn: MoveIn, step: MoveInStep, row: SourceRow, { id, changedAt, state }: Linked) {
  const isNewer = step.change && changedAt !== null && timesOf(row).updatedAt > changedAt
  if (isNewer && (!step.stateFrom || step.stateFrom(row) !== state)) {
    const now = step.stateOf?.(moveIn, id)
    if (!step.stateOf || now === state) return 'changed'
    if (now !== undefined) return 'changedHere'
  }
  return step.lacks?.(moveIn, id, row) ? 'lacks' : undefined
}

const readPlace = (stored: string | undefined) =>
  stored ? (JSON.parse(stored) as { at: string; row: number }) : { at: '', row: -1 }

type Means = ReturnType<typeof meansOf>

function meansOf({ ctx, scratch, options, isInUse }: Walk, book: ImportBook, table: string) {
  const tallies: Tallies = new Map()
  const means = {
    book,
    old: '',
    count(outcome: 'written' | 'merged' | 'skipped' | 'known' | 'changed', reason: ReasonText | '') {
      const name = `${outcome} ${reason}`
      tallies.set(name, (tallies.get(name) ?? 0) + 1)
    },
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
    note: (code, values = {}) => book.note(table, means.old, { code, values }),
    others: (of, column, value) => (value ? scratch.find(of, column, value) : []),
  }
  return Object.assign(means, { moveIn })
}

export const moveInOf = (walk: Walk, book: ImportBook, table: string): MoveIn => meansOf(walk, book, table).moveIn

const laterTogether = 200

/** Settles references to rows that came later, such as of a message that quotes one of another ticket. */
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
      else book.tally('References', 'skipped', `parent ${tableName}`, 1)
      book.dropLater(id)
    },
  })
}
