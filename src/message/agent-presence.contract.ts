/** What an agent does in an open conversation: has it before them, writes, speaks, or stopped. */
export const agentPresences = ['viewing', 'composing', 'recording', 'paused'] as const
export type AgentPresence = (typeof agentPresences)[number]

/** How often a screen says that it still shows the conversation. */
export const viewingEachMs = 45_000
/** How often it says that the agent goes on writing. */
export const composingEachMs = 8_000
