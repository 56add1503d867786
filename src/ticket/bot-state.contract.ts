/** What each kind of bot stores on a ticket that it owns. Every bot with a state declares it here. */
export interface BotStates {
  /** A user has written: bots are paused until the ticket is reassigned or closed. */
  paused: object
}

type BotKind = keyof BotStates

/** State of the bot that owns a ticket; its kind tells which other values it has. */
export type BotState<Kind extends BotKind = BotKind> = {
  [Each in Kind]: BotStates[Each] & {
    kind: Each
    /** Name shown to agents, such as that of a flow. */
    name?: string
  }
}[Kind]
