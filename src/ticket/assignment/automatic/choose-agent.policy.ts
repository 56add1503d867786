import type { TagId, UserId } from '../../../kernel/ids'
import type { AssignmentReason } from './assignment-reason.contract'

export interface Candidate {
  id: UserId
  /** Online, and not on a break. */
  isThere: boolean
  isWithinHours: boolean
  /** Open and waiting tickets of all queues. */
  load: number
  /** When a ticket of theirs changed last, in ms. */
  busyAt: number
  /** Grows with each ticket that the queue assigned; 0 for who got none. */
  turn: number
  skills: ReadonlySet<TagId>
}

/** `router` and `random` are those of before, which know no hours and no limit. */
export interface AssignmentRule {
  mode: 'inTurn' | 'leastBusy' | 'bySkill' | 'router' | 'random'
  /** 0: none. */
  ticketsPerAgent: number
}

interface Wanted {
  lastAgentId?: UserId | undefined
  /** Has it already, or gave it back. */
  exceptId?: UserId | null | undefined
  tagIds?: readonly TagId[]
}

export interface Choice {
  agent: Candidate
  reason: AssignmentReason
  skillIds: readonly TagId[]
}

/** The agent of last time, if wanted; else by the mode. Undefined when nobody may get it. */
export function chooseAgent(
  candidates: readonly Candidate[],
  rule: AssignmentRule,
  { lastAgentId, exceptId, tagIds = [] }: Wanted = {},
  random: () => number = Math.random,
): Choice | undefined {
  const eligible = candidates.filter((candidate) => candidate.id !== exceptId && isEligible(candidate, rule))
  const last = eligible.find(({ id }) => id === lastAgentId)
  if (last) return { agent: last, reason: 'lastAgent', skillIds: [] }
  const known = ({ skills }: Candidate) => tagIds.filter((id) => skills.has(id))
  const agent =
    rule.mode === 'random'
      ? eligible[Math.floor(random() * eligible.length)]
      : eligible.toSorted((a, b) => orders[rule.mode as keyof typeof orders](a, b, known))[0]
  if (!agent) return undefined
  const skillIds = rule.mode === 'bySkill' ? known(agent) : []
  return { agent, reason: reasonOf(rule, skillIds), skillIds }
}

export function isEligible(candidate: Candidate, { mode, ticketsPerAgent }: AssignmentRule) {
  if (!candidate.isThere) return false
  if (mode === 'router' || mode === 'random') return true
  return candidate.isWithinHours && (ticketsPerAgent === 0 || candidate.load < ticketsPerAgent)
}

type Known = (candidate: Candidate) => readonly TagId[]

const byTurn = (a: Candidate, b: Candidate) => a.turn - b.turn || a.id - b.id

const orders = {
  inTurn: byTurn,
  leastBusy: (a: Candidate, b: Candidate) => a.load - b.load || byTurn(a, b),
  bySkill: (a: Candidate, b: Candidate, known: Known) => known(b).length - known(a).length || byTurn(a, b),
  router: (a: Candidate, b: Candidate) => a.load - b.load || a.busyAt - b.busyAt || a.id - b.id,
}

function reasonOf({ mode }: AssignmentRule, skillIds: readonly TagId[]): AssignmentReason {
  if (mode === 'bySkill') return skillIds.length > 0 ? 'skill' : 'inTurn'
  return mode === 'router' ? 'leastBusy' : mode
}
