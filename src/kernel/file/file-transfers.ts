import type { CompanyId } from '../ids'
import { createCallSlots } from '../outgoing/call-slots'

const megabyte = 1024 * 1024
const limits = { perKind: 0, shared: 1024, waitingMax: 200 }
const unknownBytes = 16 * megabyte

const slots = createCallSlots(limits)

interface Transfer {
  company: CompanyId
  bytes: number | undefined
  signal?: AbortSignal
}

/** Companies take turns for the room that files need. @throws OutgoingError busy; the signal's reason when aborted before */
export function transferFile<T>({ company, bytes, signal }: Transfer, work: () => Promise<T>): Promise<T> {
  const cost = Math.ceil((bytes ?? unknownBytes) / megabyte)
  return slots.run({ company, kind: 'media' }, signal ?? new AbortController().signal, work, cost)
}
