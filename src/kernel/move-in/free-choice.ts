import { cleanName, freeName, nameKey } from '../text/name-text.contract'
import type { MoveIn } from './move-in-step'

const kept = new WeakMap<MoveIn, Map<string, Set<string>>>()

/** Names or colours that rows have; whoever adds a row adds its own. While nobody else writes they are read once. */
export function takenBy(moveIn: MoveIn, what: string, read: () => Iterable<string>): Set<string> {
  if (moveIn.isInUse) return new Set(read())
  let sets = kept.get(moveIn)
  if (!sets) kept.set(moveIn, (sets = new Map()))
  let set = sets.get(what)
  if (!set) sets.set(what, (set = new Set(read())))
  return set
}

/** A name that none of `taken` has, whatever its case. `missing`: for an empty one. */
export function unusedName(given: string, taken: Iterable<string>, { lengthMax = 50, missing = '-' } = {}) {
  const keys: ReadonlySet<string> = taken instanceof Set ? taken : new Set(taken)
  const name = freeName(cleanName(given) || missing, keys, { lengthMax })
  return { name, nameKey: nameKey(name) }
}

const wheel = [
  '#e53935',
  '#1e88e5',
  '#43a047',
  '#fb8c00',
  '#8e24aa',
  '#00acc1',
  '#fdd835',
  '#6d4c41',
  '#3949ab',
  '#d81b60',
  '#7cb342',
  '#546e7a',
]

/** The given colour, or the next one that is not taken. */
export function unusedColour(given: string | undefined, taken: ReadonlySet<string>): string {
  if (given !== undefined && !taken.has(given)) return given
  const next = wheel.find((colour) => !taken.has(colour))
  if (next) return next
  for (let number = taken.size * 7919; ; number++) {
    const colour = `#${(number % 0x1000000).toString(16).padStart(6, '0')}`
    if (!taken.has(colour)) return colour
  }
}
