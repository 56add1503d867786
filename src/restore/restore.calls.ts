import * as v from 'valibot'
import { defineCalls } from '../kernel/http/calls'
import { heldKinds } from './restore.contract'

export const HeldAfterRestore = v.object({
  /** Null without a restore. */
  restoredAt: v.nullable(v.string()),
  /** The moment of the restored state; null when it is not known. */
  stateOf: v.nullable(v.string()),
  /** Without kinds of which nothing is held. */
  held: v.array(v.object({ kind: v.picklist(heldKinds), count: v.number() })),
})
export type HeldAfterRestore = v.InferOutput<typeof HeldAfterRestore>

const params = v.object({ kind: v.picklist(heldKinds) })

export const restoreCalls = defineCalls({
  'GET /restore/held': { answer: HeldAfterRestore },
  'POST /restore/held/:kind/release': { params, answer: HeldAfterRestore },
  'POST /restore/held/:kind/discard': { params, answer: HeldAfterRestore },
})

declare module '../kernel/live/live-events.contract' {
  interface LiveEvents {
    heldAfterRestore: { action: 'update' }
  }
}
