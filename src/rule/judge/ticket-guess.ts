import type { Step } from '../../macro/step/step.contract'
import type { TicketStatus } from '../../ticket/ticket-status'
import { type Condition, conditionFields, type Trigger } from '../rule.contract'
import type { Change } from '../trigger/changes'

type Value = string | number

/** What is known of a ticket while a chain of rules is followed: values it may still have, values it cannot have, and tags. */
export interface TicketGuess {
  left: ReadonlyMap<string, readonly Value[]>
  not: ReadonlyMap<string, readonly Value[]>
  tags: ReadonlyMap<number, boolean>
}

export const anyTicket: TicketGuess = { left: new Map(), not: new Map(), tags: new Map() }

export const keyOfGuess = ({ left, not, tags }: TicketGuess) =>
  JSON.stringify([left, not, tags].map((map) => [...map].sort(([a], [b]) => (a < b ? -1 : 1))))

const withEntry = <Key, Entry>(map: ReadonlyMap<Key, Entry>, key: Key, entry: Entry) => new Map(map).set(key, entry)

const become = (guess: TicketGuess, field: string, ...values: Value[]): TicketGuess => ({
  ...guess,
  left: withEntry(guess.left, field, values),
  not: withEntry(guess.not, field, []),
})

const withTags = (guess: TicketGuess, ids: readonly number[], has: boolean): TicketGuess => ({
  ...guess,
  tags: new Map([...guess.tags, ...ids.map((id) => [id, has] as const)]),
})

/** The tickets on which the trigger fires. */
export function guessesOf({ kind, statuses, queueIds, tagIds }: Trigger): TicketGuess[] {
  const each = <Of>(values: readonly Of[], guess: (value: Of) => TicketGuess) =>
    values.length === 0 ? [anyTicket] : values.map(guess)
  if (kind === 'status') return each(statuses, (status) => become(anyTicket, 'status', status))
  if (kind === 'queue') return each(queueIds, (id) => become(anyTicket, 'queue', id))
  if (kind === 'tagAdded') return each(tagIds, (id) => withTags(anyTicket, [id], true))
  if (kind === 'tagRemoved') return each(tagIds, (id) => withTags(anyTicket, [id], false))
  return [anyTicket]
}

/** What is known once the conditions are met; undefined if they cannot be. */
export function narrowed(
  guess: TicketGuess,
  { match, conditions }: { match: 'all' | 'any'; conditions: readonly Condition[] },
): TicketGuess | undefined {
  if (match === 'any' && conditions.length > 1) {
    return conditions.some((condition) => narrowedBy(guess, condition)) ? guess : undefined
  }
  let known: TicketGuess | undefined = guess
  for (const condition of conditions) known = known && narrowedBy(known, condition)
  return known
}

function narrowedBy(guess: TicketGuess, condition: Condition): TicketGuess | undefined {
  const { field, operator, ids, values, text, path, from, to } = condition
  const isNegated = operator === 'isNot' || operator === 'containsNot'
  if (field === 'tag') return narrowedByTags(guess, ids, isNegated)
  // A reply changes the ticket's last message.
  if (field === 'text') return guess
  const { value } = conditionFields[field]
  if (value === 'ids') return narrowedTo(guess, field, ids, isNegated)
  if (value === 'values') return narrowedTo(guess, field, values, isNegated)
  const comparison = operator === 'isNot' ? 'is' : operator === 'containsNot' ? 'contains' : operator
  const statement = [field, comparison, text.trim().toLowerCase(), path, from, to].join('\n')
  return narrowedTo(guess, statement, [1], isNegated)
}

function narrowedTo(guess: TicketGuess, field: string, wanted: readonly Value[], isNegated: boolean) {
  const left = guess.left.get(field)
  const not = guess.not.get(field) ?? []
  if (!isNegated) {
    const kept = (left ?? wanted).filter((one) => wanted.includes(one) && !not.includes(one))
    return kept.length > 0 ? { ...guess, left: withEntry(guess.left, field, kept) } : undefined
  }
  const kept = left?.filter((one) => !wanted.includes(one))
  if (kept) return kept.length > 0 ? { ...guess, left: withEntry(guess.left, field, kept) } : undefined
  return { ...guess, not: withEntry(guess.not, field, [...new Set([...not, ...wanted])].sort()) }
}

function narrowedByTags(guess: TicketGuess, ids: readonly number[], isNegated: boolean): TicketGuess | undefined {
  if (isNegated) return ids.some((id) => guess.tags.get(id)) ? undefined : withTags(guess, ids, false)
  if (ids.some((id) => guess.tags.get(id))) return guess
  const possible = ids.filter((id) => guess.tags.get(id) !== false)
  if (possible.length === 0) return undefined
  return possible.length === 1 ? withTags(guess, possible, true) : guess
}

/** What the steps make of it, and what they change or may change. */
export function afterSteps(guess: TicketGuess, steps: readonly Step[]): { after: TicketGuess; changes: Change[] } {
  const changes: Change[] = []
  let after = guess
  const change = (field: string, ...values: Value[]) => {
    const known = after.left.get(field)
    const isSame = known !== undefined && known.every((one) => values.includes(one))
    after = become(after, field, ...values)
    return !isSame
  }
  const enter = (status: TicketStatus, ...others: TicketStatus[]) => {
    if (change('status', status, ...others)) {
      for (const one of [status, ...others]) changes.push({ kind: 'status', status: one })
    }
  }
  for (const { kind, tagIds, queueId, userId, priority, farewell } of steps) {
    const adds = kind === 'addTags'
    if (adds || kind === 'removeTags') {
      const changed = tagIds.filter((id) => after.tags.get(id) !== adds)
      if (changed.length > 0) changes.push({ kind: adds ? 'tagAdded' : 'tagRemoved', tagIds: changed })
      after = withTags(after, changed, adds)
    }
    if (kind === 'priority') change('priority', priority)
    if (kind === 'transfer' && queueId !== null) {
      if (change('queue', queueId)) changes.push({ kind: 'queue', queueId })
      change('user', 0)
      enter('pending')
    }
    if (kind === 'assign' && userId !== null) {
      change('user', userId)
      enter('open')
    }
    if (kind === 'resolve') enter('closed', ...(farewell ? (['nps'] as const) : []))
  }
  return { after, changes }
}
