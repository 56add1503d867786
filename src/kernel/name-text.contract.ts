import * as v from 'valibot'
import { foldText, limitMarkRuns } from './fold-text.contract'

const pictograph = '\\p{Extended_Pictographic}(?:\\uFE0F|[\\u{1F3FB}-\\u{1F3FF}])?'
/** Emoji whose parts are held together by invisible characters: families, flags of regions, digits in boxes. */
const emoji = `\\u{1F3F4}[\\u{E0020}-\\u{E007F}]+|${pictograph}(?:\\u200D${pictograph})*|[0-9#*]\\uFE0F?\\u20E3`
/** Controls, marks that turn the direction, characters without a width, and those that draw nothing. */
const invisible = '[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Default_Ignorable_Code_Point}\\u2800\\uFFFC]'
const pattern = new RegExp(`(?<emoji>${emoji})|${invisible}`, 'gu')

/** A name as it is stored: composed (NFC), of visible characters, with single spaces between. */
export function cleanName(text: string) {
  return limitMarkRuns(text.replace(/\s+/g, ' '))
    .normalize('NFC')
    .replace(pattern, (found, kept?: string) => (kept === undefined ? '' : found))
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** Decides whether two names are one: neither case nor accents nor invisible characters tell them apart. */
export function nameKey(name: string) {
  return foldText(cleanName(name)).replace(/\p{Default_Ignorable_Code_Point}/gu, '')
}

/** The name somebody gives to a record. */
export function nameText(lengthMin: number, lengthMax: number, tooShort = lengthMin === 1 ? 'required' : 'tooShort') {
  return v.pipe(
    v.string('required'),
    v.transform(cleanName),
    v.minLength(lengthMin, tooShort),
    v.maxLength(lengthMax, 'tooLong'),
  )
}

/** The key of a changed name; one that stays as it is keeps its key, which may differ where names were one before. */
export function changedNameKey(name: string | undefined, present: string) {
  return name === undefined || name === present ? {} : { nameKey: nameKey(name) }
}
