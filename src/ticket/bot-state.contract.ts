/** What each kind of bot stores on a ticket that it owns. Every bot with a state declares it here. */
export interface BotStates {
  /** A user has written: until the ticket is reassigned or closed. */
  paused: object
}

type BotKind = keyof BotStates

export type BotState<Kind extends BotKind = BotKind> = {
  [Each in Kind]: BotStates[Each] & {
    kind: Each
    name?: string
  }
}[Kind]
