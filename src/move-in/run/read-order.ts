import { readSource } from '../source/read-source'
import type { ProblemValues, SourceProblem } from '../source/source-problems.contract'
import { UnreadableSource } from '../source/source'
import type { OtherSystem } from './system-import.contract'

/** For the process beside Recado. */
export interface ReadOrder {
  kind: 'read'
  system: OtherSystem
  source: string
  scratch: string
  /** ISO 8601. */
  since?: string | undefined
}

export interface ReadAnswer {
  /** Why its owner has to mend the source. */
  unreadable?: { code: SourceProblem; values: ProblemValues }
}

interface ReadStep {
  what: string
  done?: number
  of?: number
}

export async function doReadOrder(
  { system, source, scratch, since }: ReadOrder,
  progress: (step: ReadStep) => void,
): Promise<ReadAnswer> {
  try {
    await readSource(source, scratch, {
      system,
      ...(since && { since: new Date(since) }),
      progress({ table, rows, bytes, bytesOf }) {
        const done = bytesOf === undefined ? { done: rows } : { done: bytes ?? 0, of: bytesOf }
        progress({ what: table, ...done })
      },
    })
    return {}
  } catch (error) {
    if (error instanceof UnreadableSource) return { unreadable: { code: error.code, values: error.values } }
    throw error
  }
}
