/** `botOff`: bots do not answer. `audioOff`: audio is refused. */
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
