/**
 * What users change on the contact of a ticket. `botOff`, `audioOff` and their opposites: whether bots answer the contact,
 * and whether its audio messages are accepted.
 */
export const contactEdits = [
  'blocked',
  'unblocked',
  'renamed',
  'untagged',
  'botOff',
  'botOn',
  'audioOff',
  'audioOn',
] as const
export type ContactEdit = (typeof contactEdits)[number]
