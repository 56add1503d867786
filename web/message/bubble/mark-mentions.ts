import type { TextPart } from './format-text'

/** Marks mentioned names in a private note. @param names as written, without the @ */
export function markMentions(parts: TextPart[], names: readonly string[] | undefined): TextPart[] {
  if (!names || names.length === 0) return parts
  const longestFirst = names.map((name) => `@${name}`).toSorted((a, b) => b.length - a.length)
  return parts.flatMap((part) => {
    if ('parts' in part) return { ...part, parts: markMentions(part.parts, names) }
    return part.kind === 'text' ? split(part.text, longestFirst) : part
  })
}

function split(text: string, marks: readonly string[]): TextPart[] {
  const parts: TextPart[] = []
  let done = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const mark = marks.find((one) => text.startsWith(one, at))
    if (!mark) continue
    if (at > done) parts.push({ kind: 'text', text: text.slice(done, at) })
    parts.push({ kind: 'mention', text: mark })
    done = at + mark.length
    at = done - 1
  }
  if (done < text.length) parts.push({ kind: 'text', text: text.slice(done) })
  return parts
}
