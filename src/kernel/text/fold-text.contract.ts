/** No script stacks as many; Unicode's stream-safe format allows 30. */
const longMarkRun = /(\p{M}{30})\p{M}+/gu
/** ASCII without ^ and `, which count as diacritics. */
const plainAscii = /^[\x01-\x5d_a-\x7f]*$/

/** `normalize` sorts each run by insertion: seconds for ten thousands of marks. */
export function limitMarkRuns(text: string) {
  return text.replace(longMarkRun, '$1')
}

/** For searching, comparing and sorting. Drops NUL, which ends a text for SQLite. */
export function foldText(text: string) {
  if (plainAscii.test(text)) return text.toLowerCase()
  return limitMarkRuns(text)
    .replaceAll('\0', '')
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
}
