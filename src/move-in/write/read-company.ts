import type { CompanyContext } from '../../kernel/company/company-context'
import { openDatabase } from '../../kernel/database/database'
import { openDrizzle } from '../../kernel/database/kept-texts'
import type { MoveIn, MoveInStep } from '../../kernel/move-in/move-in-step'
import { checkCompany, type CompanyCheck } from './check-company.view'
import { openBook } from './import-book'
import { newsOf } from './run-steps'
import type { Scratch } from './scratch'
import { moveInSteps } from './steps'

interface ReadOrder {
  /** Of a company that is at work. */
  file: string
  source: string
}

/** Leaves to walk only what the company does not have yet, and what has changed. Returns how many rows it has, by table. */
export function pruneWalks(scratch: Scratch, company: string, { file, source }: ReadOrder): Record<string, number> {
  const known: Record<string, number> = {}
  withFile(file, (ctx) => {
    const { recall } = openBook(ctx, source)
    // Steps only read there what is new.
    const moveIn = { ctx } as unknown as MoveIn
    const isKnown = (step: MoveInStep, row: Parameters<MoveInStep['take']>[1]) => {
      const known = recall(step.table, step.key?.(row, scratch.summary.dialect) ?? row['id'] ?? '')
      return known !== undefined && newsOf(moveIn, step, row, known) === undefined
    }
    // A second step of a table walks what the first does.
    for (const step of moveInSteps.filter(({ as }) => as === undefined)) {
      if (scratch.has(step.table)) known[step.table] = pruneWalk(scratch, step, company, isKnown)
    }
  })
  return known
}

function pruneWalk(
  scratch: Scratch,
  step: MoveInStep,
  company: string,
  isKnown: (step: MoveInStep, row: Parameters<MoveInStep['take']>[1]) => boolean,
) {
  let known = 0
  let place = { at: '', row: -1 }
  for (;;) {
    const rows = scratch.page(step, company, place)
    const last = rows.at(-1)
    if (!last) return known
    place = { at: last._at, row: last._row }
    const left = rows.filter((row) => isKnown(step, row)).map(({ _at, _row }) => ({ at: _at, row: _row }))
    scratch.leave(step, company, left)
    known += left.length
  }
}

export function checkFile(scratch: Scratch, { file, source }: ReadOrder): CompanyCheck {
  return withFile(file, (ctx) => checkCompany(ctx, scratch, openBook(ctx, source)))
}

function withFile<T>(path: string, work: (ctx: CompanyContext) => T): T {
  const sqlite = openDatabase(path, { readonly: true })
  try {
    // Nothing but reading is done: a transaction would fail.
    return work({ db: openDrizzle(sqlite), company: { sqlite }, now: new Date() } as unknown as CompanyContext)
  } finally {
    sqlite.close()
  }
}
