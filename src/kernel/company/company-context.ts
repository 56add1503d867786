import { type Actor, systemActor } from './actor'
import type { CompanyPlan, PlanFlag } from './company-plan.contract'
import type { CompanyId } from '../ids'
import { transactionSteps } from '../database/transaction-steps'
import { type CompanyDb, type CompanyFiles, type CompanyHandle, type PendingWork, perCompany } from './company-files'
import { refuse } from '../errors'
import { requireWritable, whenDurable } from './held-output'
import { enter, leave } from './spent-time'

declare module './company-files' {
  interface CompanyServices {
    committed(ctx: CompanyContext, work: PendingWork): void
    presentCommitted(ctx: CompanyContext, work: PendingWork): (() => void) | undefined
  }
}

/** What a domain function receives. Created only by HTTP, live socket, job loop, connection supervisor and scripts. */
export interface CompanyContext {
  readonly company: CompanyHandle
  readonly db: CompanyDb
  readonly actor: Actor
  readonly now: Date
  readonly plan: CompanyPlan
  transaction<T>(fn: () => T extends PromiseLike<unknown> ? never : T): T
}

export function createContext(
  company: CompanyHandle,
  actor: Actor = systemActor,
  now: Date = company.services.clock.now(),
): CompanyContext {
  let plan: CompanyPlan | undefined
  const ctx: CompanyContext = {
    company,
    db: company.db,
    actor,
    now,
    get plan() {
      return (plan ??= company.services.planOf(company.id))
    },
    transaction: (fn) => runTransaction(company, fn),
  }
  return ctx
}

/** For long work: the file may be closed between two calls. */
export function freshContext(files: CompanyFiles, companyId: CompanyId) {
  return () => createContext(files.use(companyId))
}

export function withActor(ctx: CompanyContext, actor: Actor): CompanyContext {
  return createContext(ctx.company, actor, ctx.now)
}

export function asSystem(ctx: CompanyContext): CompanyContext {
  return withActor(ctx, systemActor)
}

const transactions = perCompany(({ sqlite }) => transactionSteps(sqlite))

function runTransaction<T>(company: CompanyHandle, fn: () => T): T {
  if (company.pending) return refusePromise(fn())
  const outer = enter(company.id)
  try {
    return runOutermost(company, fn)
  } finally {
    leave(outer)
  }
}

function runOutermost<T>(company: CompanyHandle, fn: () => T): T {
  if (company.gate) requireWritable(company.gate)
  const work: PendingWork = { events: [], afterCommit: [], afterEnd: [] }
  const { beginWriting, commit, rollBack } = transactions(company)
  beginWriting.run()
  company.pending = work
  let result: T
  try {
    result = refusePromise(fn())
    commit.run()
  } catch (error) {
    // SQLite has already rolled back after some errors, such as a full disk.
    if (company.sqlite.inTransaction) rollBack.run()
    company.pending = undefined
    runTasks(company, work.afterEnd)
    throw error
  }
  company.pending = undefined
  finish(company, work)
  return result
}

/** Runs several queries on one snapshot, because locking the file for each costs more than a short query. Refuses transactions. */
export function withSnapshot<T>({ company }: CompanyContext, fn: () => T extends PromiseLike<unknown> ? never : T): T {
  if (company.sqlite.inTransaction) return refusePromise(fn())
  const { beginReading, commit } = transactions(company)
  beginReading.run()
  try {
    return refusePromise(fn())
  } finally {
    // A transaction refused inside has already ended this one.
    if (company.sqlite.inTransaction) commit.run()
  }
}

/** Undoes the changes, events and tasks of `fn` when it throws; the transaction continues. Synchronous only. */
export function attempt<T>({ company }: CompanyContext, fn: () => T extends PromiseLike<unknown> ? never : T): T {
  const { pending, sqlite } = company
  if (!pending) throw new Error('A part of a transaction was attempted outside one')
  const [events, tasks] = [pending.events.length, pending.afterCommit.length]
  const { beginAttempt, rollBackAttempt, endAttempt } = transactions(company)
  beginAttempt.run()
  try {
    const result = refusePromise(fn())
    endAttempt.run()
    return result
  } catch (error) {
    pending.events.length = events
    pending.afterCommit.length = tasks
    if (sqlite.inTransaction) {
      rollBackAttempt.run()
      endAttempt.run()
    }
    throw error
  }
}

function finish(company: CompanyHandle, work: PendingWork) {
  company.checkpoints.note(work.events.length + 1)
  const ctx = createContext(company)
  if (company.gate) return finishWhenDurable(ctx, work)
  const publish = () => company.services.committed(ctx, work)
  runTasks(company, [publish, ...work.afterCommit, ...work.afterEnd])
}

/** Presents at once, because a later state may not be safe yet when this one is. */
function finishWhenDurable(ctx: CompanyContext, work: PendingWork) {
  const { company } = ctx
  let publish: (() => void) | undefined
  const present = () => void (publish = company.services.presentCommitted(ctx, work))
  runTasks(company, [present, ...work.afterEnd])
  whenDurable(company, () => runTasks(company, publish ? [publish, ...work.afterCommit] : work.afterCommit))
}

function runTasks(company: CompanyHandle, tasks: readonly (() => void)[]) {
  for (const task of tasks) {
    try {
      task()
    } catch (error) {
      company.services.log.error('Work after a transaction failed', { company: company.id, error })
    }
  }
}

function refusePromise<T>(result: T): T {
  if (result instanceof Promise) {
    // Only the error below matters; the promise's own failure must not end the process.
    result.catch(() => {})
    throw new Error('A transaction must be synchronous: it was given a promise')
  }
  return result
}

export function afterCommit(ctx: CompanyContext, task: () => void) {
  if (ctx.company.pending) ctx.company.pending.afterCommit.push(task)
  else task()
}

/** Runs `fn` after the current transaction, whether it commits or not. */
export function afterTransaction({ company }: CompanyContext, task: () => void) {
  if (!company.pending) throw new Error('Work after a transaction was planned outside one')
  company.pending.afterEnd.push(task)
}

/** @throws Refusal ERR_PLAN_LIMIT, naming the feature */
export function requirePlan(ctx: CompanyContext, flag: PlanFlag) {
  if (!ctx.plan[flag]) refuse('ERR_PLAN_LIMIT', { body: { limit: flag } })
}
