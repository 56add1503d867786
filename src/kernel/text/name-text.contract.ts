import * as v from 'valibot'
import { foldText, limitMarkRuns } from './fold-text.contract'

const pictograph = '\\p{Extended_Pictographic}(?:\\uFE0F|[\\u{1F3FB}-\\u{1F3FF}])?'
/** Emoji with invisible characters: families, regional flags, keycaps. */
const emoji = `\\u{1F3F4}[\\u{E0020}-\\u{E007F}]+|${pictograph}(?:\\u200D${pictograph})*|[0-9#*]\\uFE0F?\\u20E3`
const invisible = '[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Default_Ignorable_Code_Point}\\u2800\\uFFFC]'
const pattern = new RegExp(`(?<emoji>${emoji})|${invisible}`, 'gu')

export function cleanName(text: string) {
  return limitMarkRuns(text.replace(/\s+/g, ' '))
    .normalize('NFC')
    .replace(pattern, (found, kept?: string) => (kept === undefined ? '' : found))
    .replace(/ {2,}/g, ' ')
    .trim()
}

export function nameKey(name: string) {
  return foldText(cleanName(name)).replace(/\p{Default_Ignorable_Code_Point}/gu, '')
}

export function nameText(lengthMin: number, lengthMax: number, tooShort = lengthMin === 1 ? 'required' : 'tooShort') {
  return v.pipe(
    v.string('required'),
    v.transform(cleanName),
    v.minLength(lengthMin, tooShort),
    v.maxLength(lengthMax, 'tooLong'),
  )
}

/** An unchanged name keeps its key, which may have a suffix. */
export function changedNameKey(name: string | undefined, present: string) {
  return name === undefined || name === present ? {} : { nameKey: nameKey(name) }
}

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
