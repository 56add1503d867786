import type { Step } from '../../macro/step/step.contract'
import type { Condition, Trigger } from '../rule.contract'
import { fires } from '../trigger/changes'
import { afterSteps, guessesOf, keyOfGuess, narrowed, type TicketGuess } from './ticket-guess'

export interface LinkedRule {
  id: number
  name: string
  trigger: Trigger
  match: 'all' | 'any'
  conditions: readonly Condition[]
  steps: readonly Step[]
}

/** The circle, begun at this name if it has it. */
function from(name: string, circle: string[]) {
  const index = Math.max(0, circle.indexOf(name))
  return [...circle.slice(index), ...circle.slice(0, index)]
}

/** Then the search ends; what it has not found is stopped when it happens. */
const visitsMax = 5000

/**
 * The names of rules that lead to each other for ever on some ticket, from `rule` on. Undefined when
 * none is certain: a step that changes nothing, and conditions that exclude each other, end a chain.
 */
export function findLoop(rule: LinkedRule, others: readonly LinkedRule[]): string[] | undefined {
  const all = [rule, ...others.filter(({ id }) => id !== rule.id)]
  const path: { name: string; key: string }[] = []
  /** Rules from which no loop was found on an earlier path. */
  const cleared = new Set<string>()
  let visits = 0

  function visit(current: LinkedRule, guess: TicketGuess): string[] | undefined {
    const met = narrowed(guess, current)
    if (!met) return undefined
    const key = `${current.id} ${keyOfGuess(met)}`
    const first = path.findIndex((step) => step.key === key)
    if (first !== -1)
      return from(
        rule.name,
        path.slice(first).map(({ name }) => name),
      )
    if (cleared.has(key) || ++visits > visitsMax) return undefined
    path.push({ name: current.name, key })
    const { after, changes } = afterSteps(met, current.steps)
    for (const change of changes) {
      for (const next of all) {
        const found = fires(next.trigger, change) ? visit(next, after) : undefined
        if (found) return found
      }
    }
    path.pop()
    cleared.add(key)
    return undefined
  }

  for (const guess of guessesOf(rule.trigger)) {
    const found = visit(rule, guess)
    if (found) return found
  }
  return undefined
}
