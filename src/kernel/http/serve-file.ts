import { downloadName } from '../file/download-name.contract'

/** Displayed, never executed. SVG can contain scripts. */
const shownInline = /^(image\/(jpeg|png|gif|webp)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf)$/

interface ServedFile {
  path: string
  key: string
  name: string
  type: string
}

export function serveFile(request: Request, { path, key, name, type }: ServedFile): Response {
  const file = Bun.file(path)
  const etag = `"${key}"`
  const headers = new Headers({
    'content-type': /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream',
    'content-disposition': contentDisposition(
      shownInline.test(type) ? 'inline' : 'attachment',
      downloadName(cleanFileName(name), type),
    ),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, max-age=3600',
    vary: 'Cookie, Authorization',
    'accept-ranges': 'bytes',
    etag,
  })
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  const ifRange = request.headers.get('if-range')
  const range = ifRange && ifRange !== etag ? undefined : readRange(request.headers.get('range'), file.size)
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${file.size}`)
    return new Response(null, { status: 416, headers })
  }
  const isHead = request.method === 'HEAD'
  if (!range) {
    headers.set('content-length', String(file.size))
    return new Response(isHead ? null : file, { headers })
  }
  const [start, end] = range
  headers.set('content-range', `bytes ${start}-${end}/${file.size}`)
  headers.set('content-length', String(end - start + 1))
  return new Response(isHead ? null : file.slice(start, end + 1), { status: 206, headers })
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
