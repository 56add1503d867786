/**
 * Longer runs of combining marks are truncated. No script stacks nearly as many, and Unicode's stream-safe format
 * allows 30.
 */
const longMarkRun = /(\p{M}{30})\p{M}+/gu
/** ASCII without ^ and `, which count as diacritics. */
const plainAscii = /^[\x01-\x5d_a-\x7f]*$/

/**
 * Truncates runs of combining marks. `normalize` sorts each run by insertion, which takes seconds for ten thousands
 * of marks, so text from outside passes through here first.
 */
export function limitMarkRuns(text: string) {
  return text.replace(longMarkRun, '$1')
}

/**
 * Returns the text in lower case and without accents, for searching, comparing and sorting. Drops NUL, which would
 * end a text for SQLite.
 */
export function foldText(text: string) {
  if (plainAscii.test(text)) return text.toLowerCase()
  return limitMarkRuns(text)
    .replaceAll('\0', '')
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
}
