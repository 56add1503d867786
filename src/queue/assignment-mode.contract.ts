/** Who gets a ticket that waits in a queue: nobody, or an agent who is there. */
export const assignmentModes = ['none', 'inTurn', 'leastBusy', 'bySkill'] as const
export type AssignmentMode = (typeof assignmentModes)[number]
