import type { RecordChanges } from '../record/record-change.contract'

/**
 * Live event → its data. Each domain declares its own beside its calls, and both the presenter and the browser read it:
 * `declare module './live-events.contract' { interface LiveEvents { queue: QueueEvent } }`
 */
export interface LiveEvents extends RecordChanges {
  /** Too many events were missed: lists must be reloaded. */
  reload: undefined
}
export type LiveEvent = keyof LiveEvents

/** Events whose last word on the wire is another one. */
const otherWords: Readonly<Record<string, string>> = {
  contactList: 'ContactList',
  contactListItem: 'ContactListItem',
  flow: 'flowbuilder',
  quickMessage: 'quickemessage',
}
const eventOfWord = new Map(Object.entries(otherWords).map(([event, word]) => [word, event]))

/** Events whose names on the wire differ from `company-<id>-<event>`. */
const otherNames: Readonly<Record<string, (companyId: number) => string>> = {
  schedule: (companyId) => `company${companyId}-schedule`,
  announcement: () => 'company-announcement',
  importMessages: (companyId) => `importMessages-${companyId}`,
}

/** Events that clients of similar systems know as `company<id>-<event>`; published under both names. */
const twiceNamed: readonly string[] = ['tag']

/** The event's second name on the wire; undefined for most. */
export function secondWireNameOf(companyId: number, event: string): string | undefined {
  return twiceNamed.includes(event) ? `company${companyId}-${event}` : undefined
}

export function wireNameOf(companyId: number, event: string): string {
  return otherNames[event]?.(companyId) ?? `company-${companyId}-${otherWords[event] ?? event}`
}

/** The event for a name on the wire; other names, such as `ready` and second names, are returned unchanged. */
export function eventOfWireName(name: string): string {
  const second = /^company\d+-(.+)$/.exec(name)?.[1]
  if (second !== undefined && twiceNamed.includes(second)) return name
  const word = /^company(?:-?\d+)?-(.+)$/.exec(name)?.[1]
  if (word !== undefined) return eventOfWord.get(word) ?? word
  return /^(importMessages)-\d+$/.exec(name)?.[1] ?? name
}
