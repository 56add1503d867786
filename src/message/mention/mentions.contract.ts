import { mentionsMax } from '../message.policy'

interface Person {
  id: number
  name: string
}

interface Mention<Of extends Person = Person> {
  person: Of
  name: string
  start: number
}

/** Limits the cost of a hostile text. */
const signsMax = 200
const word = /[^\s,.;:!?()@]{1,50}/uy
const isWordCharacter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)

/** An @ before a full name, or an unambiguous first one; `picked` ids tell namesakes apart, in their order. Each person once. */
export function findMentions<Of extends Person>(
  text: string,
  people: readonly Of[],
  picked: readonly number[] = [],
): Mention<Of>[] {
  if (!text.includes('@')) return []
  const byFirstName = Map.groupBy(people, ({ name }) => wordAt(name, 0).toLowerCase())
  const found = new Map<number, Mention<Of>>()
  let signs = 0
  for (let start = text.indexOf('@'); start >= 0 && signs < signsMax; start = text.indexOf('@', start + 1)) {
    signs++
    if (isWordCharacter(text[start - 1])) continue
    const mention = mentionAt(text, start, byFirstName, (namesakes) => choose(namesakes, picked, found))
    if (mention && !found.has(mention.person.id)) found.set(mention.person.id, mention)
    if (found.size >= mentionsMax) break
  }
  return [...found.values()]
}

function mentionAt<Of extends Person>(
  text: string,
  start: number,
  byFirstName: ReadonlyMap<string, readonly Of[]>,
  choose: (namesakes: readonly Of[]) => Of | undefined,
): Mention<Of> | undefined {
  const first = wordAt(text, start + 1)
  const candidates = (first !== '' && byFirstName.get(first.toLowerCase())) || []
  let [best, length]: [Of[], number] = [[], 0]
  for (const person of candidates) {
    const end = start + 1 + person.name.length
    const name = text.slice(start + 1, end)
    if (name.toLowerCase() !== person.name.toLowerCase() || isWordCharacter(text[end])) continue
    if (name.length > length) [best, length] = [[], name.length]
    if (name.length === length) best.push(person)
  }
  const [only, other] = candidates
  if (length === 0) return only && !other ? { person: only, name: first, start } : undefined
  const person = best.length === 1 ? best[0] : choose(best)
  return person && { person, name: text.slice(start + 1, start + 1 + length), start }
}

/** A picked namesake who is not mentioned yet. */
function choose<Of extends Person>(
  namesakes: readonly Of[],
  picked: readonly number[],
  found: ReadonlyMap<number, unknown>,
): Of | undefined {
  const chosen = picked.flatMap((id) => namesakes.find((person) => person.id === id) ?? [])
  return chosen.find(({ id }) => !found.has(id)) ?? chosen[0]
}

function wordAt(text: string, at: number) {
  word.lastIndex = at
  return word.exec(text)?.[0] ?? ''
}
