import type { RecordChanges } from '../record/record-change.contract'

/** Event → data: `declare module './live-events.contract' { interface LiveEvents { queue: QueueEvent } }` */
export interface LiveEvents extends RecordChanges {
  reload: undefined
}
export type LiveEvent = keyof LiveEvents

/** Events with another last word on the wire. */
const otherWords: Readonly<Record<string, string>> = {
  contactList: 'ContactList',
  contactListItem: 'ContactListItem',
  flow: 'flowbuilder',
  quickMessage: 'quickemessage',
}
const eventOfWord = new Map(Object.entries(otherWords).map(([event, word]) => [word, event]))

/** Events that are not named `company-<id>-<event>`. */
const otherNames: Readonly<Record<string, (companyId: number) => string>> = {
  schedule: (companyId) => `company${companyId}-schedule`,
  announcement: () => 'company-announcement',
  importMessages: (companyId) => `importMessages-${companyId}`,
}

/** Clients of similar systems know them as `company<id>-<event>`. */
const twiceNamed: readonly string[] = ['tag']

export function secondWireNameOf(companyId: number, event: string): string | undefined {
  return twiceNamed.includes(event) ? `company${companyId}-${event}` : undefined
}

export function wireNameOf(companyId: number, event: string): string {
  return otherNames[event]?.(companyId) ?? `company-${companyId}-${otherWords[event] ?? event}`
}

export function eventOfWireName(name: string): string {
  const second = /^company\d+-(.+)$/.exec(name)?.[1]
  if (second !== undefined && twiceNamed.includes(second)) return name
  const word = /^company(?:-?\d+)?-(.+)$/.exec(name)?.[1]
  if (word !== undefined) return eventOfWord.get(word) ?? word
  return /^(importMessages)-\d+$/.exec(name)?.[1] ?? name
}
