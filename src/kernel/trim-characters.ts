/** Without the characters at both ends that `isTrimmed` accepts. A regular expression for both ends would try each run anew. */
export function trimCharacters(text: string, isTrimmed: (character: string) => boolean) {
  let start = 0
  let end = text.length
  while (start < end && isTrimmed(text.charAt(start))) start++
  while (end > start && isTrimmed(text.charAt(end - 1))) end--
  return text.slice(start, end)
}
