export const assignmentReasons = ['inTurn', 'leastBusy', 'skill', 'lastAgent', 'random', 'wallet'] as const
export type AssignmentReason = (typeof assignmentReasons)[number]

/** Why an agent was chosen, with what they know. */
export interface AssignmentWhy {
  reason?: AssignmentReason
  skills?: string
}
