import { nameKey } from './name-text.contract'

/** Returns the name, with a number if it is taken, within the length. `keys` are those of the taken names. */
export function freeName(name: string, keys: ReadonlySet<string>, { ending = '', lengthMax = 50 } = {}): string {
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? ending : `${ending} ${number}`
    const free =
      name
        .slice(0, lengthMax - numbered.length)
        .toWellFormed()
        .trimEnd() + numbered
    if (!keys.has(nameKey(free))) return free
  }
}
