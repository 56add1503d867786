import { policyEnd } from './answer-headers'
import { downloadName } from '../file/download-name.contract'

/** Displayed, never executed. SVG can contain scripts. */
const shownInline = /^(image\/(jpeg|png|gif|webp)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf)$/

interface FileFacts {
  key: string
  name: string
  type: string
}

export function serveFile(request: Request, { path, ...facts }: FileFacts & { path: string }): Response {
  const file = Bun.file(path)
  const { range, hasBody, ...head } = answerHead(request, { ...facts, size: file.size })
  return new Response(hasBody ? (range ? file.slice(range[0], range[1] + 1) : file) : null, head)
}

/** What to answer; `range`: the first and last byte of a part. */
export function answerHead(request: Request, { key, name, type, size }: FileFacts & { size: number }) {
  const etag = `"${key}"`
  const headers = new Headers({
    'content-type': contentType(type),
    'content-disposition': contentDisposition(
      shownInline.test(type) ? 'inline' : 'attachment',
      downloadName(cleanFileName(name), type),
    ),
    'x-content-type-options': 'nosniff',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; object-src 'none'; ${policyEnd}; sandbox`,
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, max-age=3600',
    vary: 'Cookie, Authorization',
    'accept-ranges': 'bytes',
    etag,
  })
  if (request.headers.get('if-none-match') === etag) return { status: 304, headers, hasBody: false }
  const ifRange = request.headers.get('if-range')
  const range = ifRange && ifRange !== etag ? undefined : readRange(request.headers.get('range'), size)
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${size}`)
    return { status: 416, headers, hasBody: false }
  }
  const hasBody = request.method !== 'HEAD'
  if (!range) {
    headers.set('content-length', String(size))
    return { status: 200, headers, hasBody }
  }
  const [start, end] = range
  headers.set('content-range', `bytes ${start}-${end}/${size}`)
  headers.set('content-length', String(end - start + 1))
  return { status: 206, headers, range, hasBody }
}

const contentType = (type: string) => {
  if (!/^[\w.+-]+\/[\w.+-]+$/.test(type)) return 'application/octet-stream'
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type
}

export function readRange(header: string | null, size: number): [number, number] | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const [, from = '', to = ''] = match
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'unsatisfiable' : [size - length, size - 1]
  }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < start) return undefined
  return start >= size ? 'unsatisfiable' : [start, end]
}

/** RFC 6266, without path, control and bidi characters, which could hide the extension. */
export function contentDisposition(how: 'inline' | 'attachment', name: string) {
  const cleaned = cleanFileName(name)
  const ascii = cleaned.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(cleaned).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${how}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

export function cleanFileName(name: string) {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const printable = last.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '').replace(/[<>:"|?*]/g, '_')
  const cleaned = trimCharacters(printable, (character) => /[.\s]/.test(character))
    .slice(0, 150)
    .toWellFormed()
  return cleaned || 'arquivo'
}

/** A regular expression would take quadratic time on long runs. */
function trimCharacters(text: string, isTrimmed: (character: string) => boolean) {
  let start = 0
  let end = text.length
  while (start < end && isTrimmed(text.charAt(start))) start++
  while (end > start && isTrimmed(text.charAt(end - 1))) end--
  return text.slice(start, end)
}
