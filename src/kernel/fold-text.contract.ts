/** Combining marks in a row that are kept; no script stacks nearly as many, and Unicode's stream-safe format allows 30. */
const longMarkRun = /(\p{M}{30})\p{M}+/gu
/** ASCII without ^ and `, which count as diacritics. */
const plainAscii = /^[\x01-\x5d_a-\x7f]*$/

/**
 * Cuts runs of combining marks short. `normalize` puts each run in order by insertion, which takes seconds for a few ten
 * thousand marks, so text from outside goes through here first.
 */
export function limitMarkRuns(text: string) {
  return text.replace(longMarkRun, '$1')
}

/** Lower case without accents: the form in which text is searched, compared and sorted. NUL is dropped, as it would end a text for SQLite. */
export function foldText(text: string) {
  if (plainAscii.test(text)) return text.toLowerCase()
  return limitMarkRuns(text)
    .replaceAll('\0', '')
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
}
