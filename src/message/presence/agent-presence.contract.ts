/**
 * Activity of an agent in an open conversation. `viewing`: the conversation is on the screen. `paused`: the agent
 * stopped typing or recording. `noting`: the agent writes a private note. `away`: the window is hidden. The contact is shown
 * the first four only.
 */
const agentPresences = ['viewing', 'composing', 'recording', 'paused', 'noting', 'away'] as const
export type AgentPresence = (typeof agentPresences)[number]

/** Interval at which a screen repeats `viewing`. */
export const viewingEachMs = 45_000
/** Interval at which a screen repeats `composing` or `recording`. */
export const composingEachMs = 8_000
