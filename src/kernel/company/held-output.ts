import { noteWriteOfRequest } from '../current-request'
import { Refusal } from '../errors'
import { type CompanyHandle, perCompany } from './company-files'
import type { CompanyGate } from './output-gate'

export const isReadOnly = ({ gate }: CompanyHandle) => gate?.isReadOnly() ?? false

/** @throws Refusal ERR_READ_ONLY */
export function requireWritable(gate: CompanyGate) {
  if (gate.isReadOnly()) throw new Refusal('ERR_READ_ONLY', { retryAfterSeconds: 2 })
}

/** Resolves once what was committed may leave the process; undefined if it already may. Rejects with a Refusal if it never may. */
export const durable = ({ gate }: CompanyHandle): Promise<void> | undefined => gate?.durable()

const heldTasks = perCompany(() => ({ count: 0, last: Promise.resolve() }))

/** Runs `task`, in call order, once all that was committed is safe; never after a takeover. The current request's answer waits, too. */
export function whenDurable(company: CompanyHandle, task: () => void) {
  const held = heldTasks(company)
  const safe = durable(company)
  noteWriteOfRequest(company)
  if (!safe && held.count === 0) return task()
  safe?.catch(() => {})
  held.count++
  // The file of what waits stays open.
  company.pins++
  held.last = held.last
    .then(() => safe)
    .then(task, (error: unknown) => {
      company.services.log.warn(
        'What follows a write was left out, because another node took over before it was safe',
        {
          company: company.id,
          error,
        },
      )
    })
    .finally(() => {
      held.count--
      company.pins--
    })
}
