/** The contact is shown the first four only. */
const agentPresences = ['viewing', 'composing', 'recording', 'paused', 'noting', 'away'] as const
export type AgentPresence = (typeof agentPresences)[number]

export const viewingEachMs = 45_000
export const composingEachMs = 8_000
