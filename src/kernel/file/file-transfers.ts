import type { CompanyId } from '../ids'
import { createCallSlots } from '../outgoing/call-slots'

const megabyte = 1024 * 1024
/** Limit of the files in transfer together; a company's alone are about a third of it, or one file. */
const limits = { perKind: 0, shared: 1024, waitingMax: 200 }
/** Of a file whose size is not known. */
const unknownBytes = 16 * megabyte

/** One for the process, because all companies share its memory and disk. */
const slots = createCallSlots(limits)

interface Transfer {
  company: CompanyId
  /** Undefined if not known. */
  bytes: number | undefined
  signal?: AbortSignal
}

/**
 * Transfers a file from or to a provider when the files in transfer leave room for it, companies in turn.
 * @throws OutgoingError busy when too many files of the company wait; the signal's reason when aborted before
 */
export function transferFile<T>({ company, bytes, signal }: Transfer, work: () => Promise<T>): Promise<T> {
  const cost = Math.ceil((bytes ?? unknownBytes) / megabyte)
  return slots.run({ company, kind: 'media' }, signal ?? new AbortController().signal, work, cost)
}
