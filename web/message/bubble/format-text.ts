/** A part of a message's text, never interpreted as HTML. */
export type TextPart =
  | { kind: 'text'; text: string }
  | { kind: 'bold' | 'italic' | 'strike'; parts: TextPart[] }
  | { kind: 'mention'; text: string }
  | { kind: 'phone'; text: string; number: string }
  | { kind: 'code'; text: string; block: boolean }
  | { kind: 'link'; text: string; href: string }

/** A marker counts at the edge of a word. Every alternative ends at a marker or run, so one pass reads long text. */
const pattern = new RegExp(
  [
    '```(?<block>[\\s\\S]+?)```',
    '`(?<code>[^`\\n]+)`',
    '(?<![\\p{L}\\p{N}])(?<marker>[*_~])(?=\\S)(?<inner>(?:(?!\\k<marker>)[^\\n])+?(?<=\\S))\\k<marker>(?![\\p{L}\\p{N}])',
    '(?<![\\p{L}\\p{N}])(?<url>(?:https?:\\/\\/|www\\.)[^\\s<>"]+)',
    '(?<![\\w.+-])(?<email>[\\w.+-]{1,64}@[\\w-]{1,63}(?:\\.[\\w-]{1,63}){1,8})',
  ].join('|'),
  'giu',
)
const styles: Record<string, 'bold' | 'italic' | 'strike'> = { '*': 'bold', _: 'italic', '~': 'strike' }
const nestingMax = 4
/** Longer addresses stay text: browsers refuse most of them, and parsing one can take quadratic time. */
const urlLengthMax = 2048
/** Limit of the text read for one line; no line shows more. */
const lineLengthMax = 1000

export function formatText(text: string, depth = 0): TextPart[] {
  const parts: TextPart[] = []
  let done = 0
  const plain = (to: number) => {
    if (to > done) parts.push({ kind: 'text', text: text.slice(done, to) })
  }
  for (const match of text.matchAll(pattern)) {
    const part = readMatch(match, depth)
    if (!part) continue
    plain(match.index)
    parts.push(part.part)
    done = match.index + part.length
  }
  plain(text.length)
  return parts
}

function readMatch(
  { 0: whole, groups = {} }: RegExpMatchArray,
  depth: number,
): { part: TextPart; length: number } | undefined {
  const { block, code, marker, inner, url, email } = groups
  if (block !== undefined)
    return { part: { kind: 'code', text: block.replace(/^\n|\n$/g, ''), block: true }, length: whole.length }
  if (code !== undefined) return { part: { kind: 'code', text: code, block: false }, length: whole.length }
  if (marker !== undefined && inner !== undefined) {
    const kind = styles[marker]
    if (!kind || depth >= nestingMax) return undefined
    return { part: { kind, parts: formatText(inner, depth + 1) }, length: whole.length }
  }
  if (email !== undefined) return { part: { kind: 'link', text: email, href: `mailto:${email}` }, length: email.length }
  if (url === undefined) return undefined
  const shown = withoutTrailingMarks(url)
  const href = safeHref(shown)
  return href ? { part: { kind: 'link', text: shown, href }, length: shown.length } : undefined
}

/** A full stop after an address is not part of it; a closing bracket is if it was opened inside. */
function withoutTrailingMarks(url: string) {
  let end = url.length
  let unopened = url.split(')').length - url.split('(').length
  for (; end > 0; end--) {
    const mark = url.charAt(end - 1)
    if (mark === ')' && unopened <= 0) break
    if (!'.,;:!?)]}\'"*_~'.includes(mark)) break
    if (mark === ')') unopened--
  }
  return url.slice(0, end)
}

/** Returns web addresses only; undefined for anything else. */
export function safeHref(text: string): string | undefined {
  if (text.length > urlLengthMax) return undefined
  const candidate = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(candidate)) return undefined
  const { protocol, href, hostname } = new URL(candidate)
  return (protocol === 'http:' || protocol === 'https:') && hostname.includes('.') ? href : undefined
}

/** Sequences of emoji as in Unicode's technical standard 51. Compiling `RGI_Emoji` takes a browser 27 ms. */
const modifier = String.raw`(?:\p{EMod}|\uFE0F\u20E3?|[\u{E0020}-\u{E007E}]+\u{E007F})`
const picture = String.raw`(?:\p{EPres}${modifier}?|\p{Emoji}${modifier})(?:\u200D\p{Emoji}${modifier}?)*`
const emoji = String.raw`(?:\p{RI}{2}|[0-9#*]\uFE0F\u20E3|(?![0-9#*]|\p{RI})${picture})`
const emojiOnly = new RegExp(String.raw`^(?:${emoji}\s*){1,3}$`, 'u')

/** Returns whether the text is one to three emoji and nothing else, which are shown large. */
export function isEmojiOnly(text: string) {
  return text.length <= 48 && emojiOnly.test(text.trim())
}

/** Returns one line for quotes, announcements and notifications, from the start of a long text. */
export function plainText(text: string): string {
  return formatText(text.slice(0, lineLengthMax)).map(plainPart).join('').replace(/\s+/g, ' ').trim()
}

function plainPart(part: TextPart): string {
  return 'parts' in part ? part.parts.map(plainPart).join('') : part.text
}
