import { foldText } from '../../kernel/text/fold-text.contract'
import { isWithinHours, type WallClock } from '../../kernel/time/time-zone'
import { type Condition, conditionFields, type PreviewRuleBody } from '../rule.contract'
import type { TicketFacts } from './rule-facts.view'

/** What a rule is judged by. Functions read only what a condition asks for. */
export interface Facts {
  ticket: TicketFacts
  tags(): ReadonlySet<number>
  /** The message that was received, else the ticket's last one. */
  text(): string
  clock(): WallClock
  /** By the opening hours of company, connection or queue. */
  isOpen(): boolean
  /** Of a call. */
  called?: unknown
}

export type Judge = (facts: Facts) => boolean

/** Without conditions, all tickets meet them. Groups only with a condition about them. */
export function compileConditions({ match, conditions }: Pick<PreviewRuleBody, 'match' | 'conditions'>): Judge {
  const cheapestFirst = conditions.toSorted((a, b) => costOf(a) - costOf(b))
  const judges = cheapestFirst.map(compileCondition)
  const meets: Judge =
    match === 'all' || judges.length === 0
      ? (facts) => judges.every((judge) => judge(facts))
      : (facts) => judges.some((judge) => judge(facts))
  if (conditions.some(({ field }) => field === 'group')) return meets
  return (facts) => !facts.ticket.isGroup && meets(facts)
}

/** What is read for it: nothing more, the time, the message, tags. */
const costOf = ({ field }: Condition) =>
  (({ weekday: 1, time: 1, hours: 2, text: 3, tag: 4 }) as Partial<Record<string, number>>)[field] ?? 0

export function compileCondition(condition: Condition): Judge {
  const { operator, field } = condition
  const isNegated = operator === 'isNot' || operator === 'containsNot'
  const { value } = conditionFields[field]
  const judge = value === 'text' ? compileText(condition) : compileChoice(condition)
  return isNegated ? (facts) => !judge(facts) : judge
}

function compileChoice({ field, ids, values, from, to }: Condition): Judge {
  const known = new Set<number>(ids)
  const named = new Set<string>(values)
  switch (field) {
    case 'queue':
      return ({ ticket }) => known.has(ticket.queueId ?? 0)
    case 'user':
      return ({ ticket }) => known.has(ticket.userId ?? 0)
    case 'connection':
      return ({ ticket }) => known.has(ticket.connectionId ?? 0)
    case 'tag':
      return ({ tags }) => {
        const own = tags()
        return ids.some((id) => (id === 0 ? own.size === 0 : own.has(id)))
      }
    case 'status':
    case 'priority':
    case 'channel':
      return ({ ticket }) => named.has(ticket[field])
    case 'weekday':
      return ({ clock }) => named.has(clock().weekday)
    case 'time':
      return ({ clock }) => isWithinHours(clock().time, from, to)
    case 'hours':
      return ({ isOpen }) => isOpen()
    default:
      return ({ ticket }) => ticket.isGroup
  }
}

function compileText({ field, operator, text, path }: Condition): Judge {
  if (field === 'text') return compileWords(text)
  const wanted = foldText(text.trim())
  const given = (facts: Facts) => {
    if (field === 'called') return foldText(valueAt(facts.called, path))
    return foldText(facts.ticket[field as 'name' | 'number' | 'email'])
  }
  if (operator === 'startsWith') return (facts) => given(facts).startsWith(wanted)
  if (operator === 'contains' || operator === 'containsNot') return (facts) => given(facts).includes(wanted)
  return (facts) => given(facts).trim() === wanted
}

/** Words or phrases, one a line: whether one of them occurs as whole words, regardless of case and accents. */
function compileWords(lines: string): Judge {
  const given = lines.split('\n').map((line) => line.trim())
  const phrases = given.map(wordsOnly).filter((phrase) => phrase.trim() !== '')
  // Emoji and other signs.
  const signs = given.filter((line) => line !== '' && wordsOnly(line).trim() === '')
  return ({ text }) => {
    const written = text()
    const words = wordsOnly(written)
    return phrases.some((phrase) => words.includes(phrase)) || signs.some((sign) => written.includes(sign))
  }
}

/** Without phrases, every text matches. */
export function compilePhrases(lines: string): (text: string) => boolean {
  if (lines.trim() === '') return () => true
  const judge = compileWords(lines)
  return (text) => judge({ text: () => text } as Facts)
}

const notAscii = /[^\x00-\x7f]/

/** Words between single spaces, also at both ends. */
function wordsOnly(text: string) {
  const folded = foldText(text)
  const gaps = notAscii.test(folded) ? /[^\p{L}\p{N}]+/gu : /[^a-z0-9]+/g
  return ` ${folded.replace(gaps, ' ').trim()} `
}

/** The value at a path such as `order.items.0.name`, as text; empty when there is none. */
function valueAt(value: unknown, path: string): string {
  let found = value
  for (const name of path.trim().split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return ''
    found = (found as Record<string, unknown>)[name]
  }
  if (found === null || found === undefined) return ''
  return typeof found === 'object' ? JSON.stringify(found) : String(found)
}
