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

/** The event's name on the wire. */
export function wireNameOf(companyId: number, event: string): string {
  return otherNames[event]?.(companyId) ?? `company-${companyId}-${event}`
}

/** The event of a name on the wire; other names, such as `ready`, are returned as they are. */
export function eventOfWireName(name: string): string {
  return /^company(?:-?\d+)?-(.+)$/.exec(name)?.[1] ?? /^(importMessages)-\d+$/.exec(name)?.[1] ?? name
}
