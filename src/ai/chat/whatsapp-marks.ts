/** A text with WhatsApp's marks keeps its single asterisks, which are italics in Markdown. */
export function whatsappMarks(markdown: string): string {
  const lines = markdown.replace(/\r\n?/g, '\n').split('\n')
  const mark = hasWhatsappMarks(markdown) ? boldOnly : emphasis
  let isCode = false
  const marked = lines.map((line) => {
    if (/^\s*```/.test(line)) {
      isCode = !isCode
      return '```'
    }
    return isCode ? line : markLine(line, mark)
  })
  return marked
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Strikethrough with one tilde is WhatsApp's alone; underscores beside single asterisks tell italics from bold. */
function hasWhatsappMarks(text: string) {
  if (/\*\*|__|~~|\]\(https?:|^ {0,3}#{1,6} /m.test(text)) return false
  return /(?<![\p{L}\p{N}_])_[^\s_][^_\n]*_(?![\p{L}\p{N}_])|(?<![\p{L}\p{N}~])~[^\s~][^~\n]*~(?![\p{L}\p{N}~])/u.test(
    text,
  )
}

type Mark = (text: string) => string

function markLine(line: string, mark: Mark) {
  const heading = /^ {0,3}#{1,6} (.*)$/.exec(line)?.[1]
  if (heading !== undefined) {
    const title = inline(heading.replace(/ #+$/, '').trim(), mark).replace(/\*([^*\n]+)\*/g, '$1')
    return title === '' ? '' : `*${title}*`
  }
  if (/^ {0,3}([-*_])( ?\1){2,200} *$/.test(line)) return ''
  return inline(line.replace(/^( {0,40})[*+] /, '$1- '), mark).replace(/<br ?\/?>/gi, '\n')
}

const inline = (line: string, mark: Mark) =>
  line
    .split(/(`[^`\n]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : mark(withLinks(part))))
    .join('')

const withLinks = (text: string) =>
  text.replace(/!?\[([^[\]\n]{0,500})\]\((https?:[^\s()]{1,2000})\)/g, (_, label: string, url: string) =>
    label === '' || label === url ? url : `${label}: ${url}`,
  )

const boldOnly: Mark = (text) =>
  text
    .replace(/\*{2,3}([^*\n]+)\*{2,3}/g, '*$1*')
    .replace(/(?<![\w_])__([^_\n]+)__(?![\w_])/g, '*$1*')
    .replace(/~~([^~\n]+)~~/g, '~$1~')

const italics = /(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![\p{L}\p{N}*])/gu
const emphasized = new RegExp(String.raw`\*{2,3}((?:[^*\n]|(?<!\*)\*(?!\*))+)\*{2,3}|${italics.source}`, 'gu')

const emphasis: Mark = (text) =>
  boldOnly(
    text.replace(emphasized, (_, bold: string | undefined, italic: string | undefined) =>
      bold === undefined ? `_${italic}_` : `**${bold.replace(italics, '_$1_')}**`,
    ),
  )
