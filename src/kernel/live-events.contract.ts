/**
 * Live event → its data. Each domain declares its own beside its calls, and both the presenter and the browser read it:
 * `declare module '../kernel/live-events.contract' { interface LiveEvents { queue: QueueEvent } }`
 */
export interface LiveEvents {
  /** More was missed than is sent again: lists are to be loaded anew. */
  reload: undefined
}
export type LiveEvent = keyof LiveEvents

/** Events whose names on the wire differ from `company-<id>-<event>`. */
const otherNames: Readonly<Record<string, (companyId: number) => string>> = {
  schedule: (companyId) => `company${companyId}-schedule`,
  announcement: () => 'company-announcement',
  importMessages: (companyId) => `importMessages-${companyId}`,
}

/** Events that programs of similar systems know as `company<id>-<event>`; they are sent under both names. */
const twiceNamed: readonly string[] = ['tag']

/** The event's second name on the wire; undefined for most. */
export function secondWireNameOf(companyId: number, event: string): string | undefined {
  return twiceNamed.includes(event) ? `company${companyId}-${event}` : undefined
}

/** The event's name on the wire. */
export function wireNameOf(companyId: number, event: string): string {
  return otherNames[event]?.(companyId) ?? `company-${companyId}-${event}`
}

/** The event of a name on the wire; other names, such as `ready` and the second ones, are returned as they are. */
export function eventOfWireName(name: string): string {
  const second = /^company\d+-(.+)$/.exec(name)?.[1]
  if (second !== undefined && twiceNamed.includes(second)) return name
  return /^company(?:-?\d+)?-(.+)$/.exec(name)?.[1] ?? /^(importMessages)-\d+$/.exec(name)?.[1] ?? name
}
