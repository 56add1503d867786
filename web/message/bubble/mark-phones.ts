import { findPhones } from './find-phones'
import type { TextPart } from './format-text'

/** Marks the phone numbers in plain text; links and code stay as they are. */
export function markPhones(parts: TextPart[]): TextPart[] {
  return parts.flatMap((part) => {
    if ('parts' in part) return { ...part, parts: markPhones(part.parts) }
    return part.kind === 'text' ? split(part.text) : part
  })
}

function split(text: string): TextPart[] {
  const parts: TextPart[] = []
  let done = 0
  for (const { start, end, number } of findPhones(text)) {
    if (start > done) parts.push({ kind: 'text', text: text.slice(done, start) })
    parts.push({ kind: 'phone', text: text.slice(start, end), number })
    done = end
  }
  if (done < text.length) parts.push({ kind: 'text', text: text.slice(done) })
  return parts
}
