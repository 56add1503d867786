/**
 * Turns the Markdown of a model's answer into WhatsApp's marks: bold, strikethrough, headings, lists, links and code. Single
 * asterisks and underscores are left as they are, since both languages use them.
 */
export function whatsappMarks(markdown: string): string {
  const lines = markdown.replace(/\r\n?/g, '\n').split('\n')
  let isCode = false
  const marked = lines.map((line) => {
    if (/^\s*```/.test(line)) {
      isCode = !isCode
      return '```'
    }
    return isCode ? line : markLine(line)
  })
  return marked
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function markLine(line: string) {
  const heading = /^ {0,3}#{1,6} (.*)$/.exec(line)?.[1]
  if (heading !== undefined) {
    const title = inline(heading.replace(/ #+$/, '').trim()).replace(/^\*+|\*+$/g, '')
    return title === '' ? '' : `*${title}*`
  }
  if (/^ {0,3}([-*_])( ?\1){2,200} *$/.test(line)) return ''
  return inline(line.replace(/^( {0,40})[*+] /, '$1- ')).replace(/<br ?\/?>/gi, '\n')
}

function inline(text: string) {
  return text
    .replace(/!?\[([^[\]\n]{0,500})\]\((https?:[^\s()]{1,2000})\)/g, (_, label: string, url: string) =>
      label === '' || label === url ? url : `${label}: ${url}`,
    )
    .replace(/\*{2,3}([^*\n]+)\*{2,3}/g, '*$1*')
    .replace(/(?<![\w_])__([^_\n]+)__(?![\w_])/g, '*$1*')
    .replace(/~~([^~\n]+)~~/g, '~$1~')
}
