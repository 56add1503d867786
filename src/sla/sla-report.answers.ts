import * as v from 'valibot'
import { slaKinds } from '../queue/sla/queue-sla.contract'

/** Promises that were decided, and how many of them were kept. */
const Share = v.object({ kept: v.number(), all: v.number() })
const shares = { firstAnswer: Share, nextAnswer: Share, resolve: Share }

/** Id 0: without a queue or agent. */
const NamedShares = v.object({ id: v.number(), name: v.string(), ...shares })

export const SlaReport = v.object({
  period: v.object({ from: v.string(), to: v.string(), days: v.number() }),
  queues: v.array(NamedShares),
  users: v.array(NamedShares),
  /** `from`: its Monday. */
  weeks: v.array(v.object({ from: v.string(), ...shares })),
  /** Longest over first. */
  worst: v.array(
    v.object({
      id: v.number(),
      ticketId: v.number(),
      uuid: v.string(),
      contact: v.string(),
      queue: v.string(),
      user: v.string(),
      kind: v.picklist(slaKinds),
      dueAt: v.string(),
      /** Null while it is still owed. */
      endedAt: v.nullable(v.string()),
      overMinutes: v.number(),
    }),
  ),
})
export type SlaReport = v.InferOutput<typeof SlaReport>
export type SlaShares = Pick<SlaReport['queues'][number], 'firstAnswer' | 'nextAnswer' | 'resolve'>
