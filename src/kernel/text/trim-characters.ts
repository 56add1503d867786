/** Removes characters that `isTrimmed` accepts from both ends. A regular expression would take quadratic time on long runs. */
export function trimCharacters(text: string, isTrimmed: (character: string) => boolean) {
  let start = 0
  let end = text.length
  while (start < end && isTrimmed(text.charAt(start))) start++
  while (end > start && isTrimmed(text.charAt(end - 1))) end--
  return text.slice(start, end)
}
