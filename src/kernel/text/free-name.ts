import { nameKey } from './name-text.contract'

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
