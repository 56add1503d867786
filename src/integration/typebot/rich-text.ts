const depthMax = 20
const lengthMax = 65_536

interface Node {
  type?: unknown
  text?: unknown
  url?: unknown
  bold?: unknown
  italic?: unknown
  children?: unknown
}

export function richTextOf(blocks: unknown): string {
  if (!Array.isArray(blocks)) return ''
  const lines = blocks.flatMap((block) => linesOf(block, 0, ''))
  return lines.join('\n').slice(0, lengthMax).trimEnd()
}

const listTypes = ['ul', 'ol']

/** A paragraph, or a list of blocks. */
function linesOf(given: unknown, depth: number, indent: string): string[] {
  const node = nodeOf(given)
  if (!node || depth > depthMax) return []
  const children = childrenOf(node)
  if (listTypes.includes(String(node.type))) {
    return children.flatMap((item, index) => {
      const [first = '', ...rest] = linesOf(item, depth + 1, `${indent}  `)
      const bullet = node.type === 'ol' ? `${index + 1}. ` : '- '
      return [`${indent}${bullet}${first.trimStart()}`, ...rest]
    })
  }
  if (children.some((child) => isBlock(child))) return children.flatMap((child) => linesOf(child, depth + 1, indent))
  return [`${indent}${children.map((child) => inlineOf(child, depth + 1)).join('')}`]
}

const blockTypes = new Set(['p', 'li', 'lic', 'ul', 'ol', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'variable'])
const isBlock = (child: unknown) => {
  const type = nodeOf(child)?.type
  // A variable's value among texts is inline.
  return typeof type === 'string' && blockTypes.has(type) && type !== 'variable'
}

function inlineOf(given: unknown, depth: number): string {
  const node = nodeOf(given)
  if (!node || depth > depthMax) return ''
  if (typeof node.text === 'string') return marked(node)
  const inner = childrenOf(node)
    .map((child) => inlineOf(child, depth + 1))
    .join('')
  if (node.type !== 'a' || typeof node.url !== 'string' || node.url === '') return inner
  return inner.trim() === '' || inner.trim() === node.url ? node.url : `${inner}: ${node.url}`
}

/** Formatting must touch words; WhatsApp has no underline. */
function marked({ text, bold, italic }: Node): string {
  const whole = String(text)
  const words = whole.trim()
  if (words === '') return whole
  const before = whole.slice(0, whole.length - whole.trimStart().length)
  const after = whole.slice(whole.trimEnd().length)
  const slanted = italic === true ? `_${words}_` : words
  return `${before}${bold === true ? `*${slanted}*` : slanted}${after}`
}

const nodeOf = (given: unknown) => (typeof given === 'object' && given !== null ? (given as Node) : undefined)
const childrenOf = ({ children }: Node): readonly unknown[] => (Array.isArray(children) ? children : [])
