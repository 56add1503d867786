import { useMemo, useState } from 'react'
import { useTexts } from '../../i18n/i18n'
import { formatText, isEmojiOnly, type TextPart } from './format-text'
import { MessagePhone } from './message-phone'
import { findPhones } from './find-phones'

/** The text of a message with formatting and links. Never interpreted as markup. */
export function MessageText({ text, mentions }: { text: string; mentions?: readonly string[] }) {
  const t = useTexts().message
  const [whole, setWhole] = useState(false)
  const short = useMemo(() => shortenText(text), [text])
  const folded = !whole && short !== text
  const shown = folded ? short : text
  const parts = useMemo(() => markPhones(markMentions(formatText(shown), mentions)), [shown, mentions])
  return (
    <div className="message-text" dir="auto" data-emoji-only={isEmojiOnly(text) || undefined}>
      {parts.map(renderPart)}
      {folded && (
        <button type="button" className="message-more" onClick={() => setWhole(true)}>
          {t.readMore}
        </button>
      )}
    </div>
  )
}

function renderPart(part: TextPart, index: number) {
  switch (part.kind) {
    case 'text':
      return <span key={index}>{part.text}</span>
    case 'mention':
      return (
        <span key={index} className="message-mention">
          {part.text}
        </span>
      )
    case 'phone':
      return <MessagePhone key={index} text={part.text} number={part.number} />
    case 'bold':
      return <strong key={index}>{part.parts.map(renderPart)}</strong>
    case 'italic':
      return <em key={index}>{part.parts.map(renderPart)}</em>
    case 'strike':
      return <s key={index}>{part.parts.map(renderPart)}</s>
    case 'code':
      return part.block ? <pre key={index}>{part.text}</pre> : <code key={index}>{part.text}</code>
    case 'link':
      // Links from strangers get no referrer.
      return (
        <a key={index} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
          {part.text}
        </a>
      )
  }
}

/** Marks the phone numbers in plain text; links and code stay as they are. */
function markPhones(parts: TextPart[]): TextPart[] {
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

const lengthMax = 1200
const linesMax = 30
/** A text slightly above the limit is shown completely. */
const tolerance = 1.5
/** A grapheme, such as an emoji of a family, is cut only if it is longer than this. */
const characterLengthMax = 100

/** Returns the start of a long text with an ellipsis, and any other text unchanged. */
export function shortenText(text: string): string {
  const lines = text.slice(0, lengthMax).split('\n')
  if (lines.length > linesMax * tolerance) return `${lines.slice(0, linesMax).join('\n')}…`
  return text.length > lengthMax * tolerance ? `${text.slice(0, endOfCharacters(text))}…` : text
}

function endOfCharacters(text: string) {
  const segments = new Intl.Segmenter('pt', { granularity: 'grapheme' }).segment(text.slice(0, lengthMax * tolerance))
  const start = segments.containing(lengthMax)?.index ?? lengthMax
  return lengthMax - start < characterLengthMax ? start : lengthMax
}

/** Marks mentioned names in a private note. @param names as written, without the @ */
function markMentions(parts: TextPart[], names: readonly string[] | undefined): TextPart[] {
  if (!names || names.length === 0) return parts
  const longestFirst = names.map((name) => `@${name}`).toSorted((a, b) => b.length - a.length)
  return parts.flatMap((part) => {
    if ('parts' in part) return { ...part, parts: markMentions(part.parts, names) }
    return part.kind === 'text' ? splitAtMarks(part.text, longestFirst) : part
  })
}

function splitAtMarks(text: string, marks: readonly string[]): TextPart[] {
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
