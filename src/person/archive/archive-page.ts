import type { MessageView } from '../../message/message.answers'
import type { ArchiveTexts } from './archive-texts'
import type { StoredFile } from './archive-files'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f]/g, '')
    .replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1c2430;background:#fff}
article{margin:.6rem 0;padding:.5rem .8rem;border-radius:.6rem;background:#f0f2f5;overflow-wrap:anywhere;max-width:85%}
article.us{background:#dff3e4;margin-left:auto}article.note{background:#fff3cd}
header{font-size:.8rem;color:#4a5565}p{margin:.2rem 0;white-space:pre-wrap}img,video{max-width:100%;max-height:24rem}
blockquote{margin:.2rem 0;padding-left:.6rem;border-left:3px solid #98a2b3;color:#4a5565}dt{font-weight:600}dd{margin:0 0 .4rem}`

export interface PageFormat {
  t: ArchiveTexts
  time: (at: string | Date) => string
}

export function pageStart({ t }: PageFormat, { name, about }: { name: string; about: string }) {
  const title = escapeHtml(t.title(name))
  return `<!doctype html>
<html lang="${t.locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'">
<title>${title}</title><style>${style}</style></head>
<body><h1>${title}</h1><p>${escapeHtml(about)}</p><p>${escapeHtml(t.more)}</p>
`
}

export const factList = (facts: readonly (readonly [string, string])[]) =>
  `<dl>${facts
    .filter(([, value]) => value !== '')
    .map(([title, value]) => `<dt>${escapeHtml(title)}</dt><dd>${escapeHtml(value)}</dd>`)
    .join('')}</dl>\n`

export const heading = (level: 2 | 3, text: string) => `<h${level}>${escapeHtml(text)}</h${level}>\n`
export const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>\n`
export const pageEnd = '</body></html>\n'

export function messageHtml(page: PageFormat, message: MessageView, file: StoredFile | undefined) {
  const { t } = page
  const { fromMe, isPrivate, isDeleted, isEdited, body, createdAt, quotedMsg, reactions } = message
  const marks = [isPrivate && t.note, isDeleted && t.deleted, isEdited && t.edited].filter((mark) => mark !== false)
  const head = [authorOf(t, message), page.time(createdAt), ...marks].map(escapeHtml).join(' · ')
  return `<article class="${isPrivate ? 'us note' : fromMe ? 'us' : 'them'}"><header>${head}</header>${
    quotedMsg ? `<blockquote>${escapeHtml(quotedMsg.body)}</blockquote>` : ''
  }${message.mediaType && (file || message.dataJson?.file) ? fileHtml(t, file) : ''}${[body, ...moreTexts(t, message)]
    .filter((text) => text !== '')
    .map((text) => `<p>${escapeHtml(text)}</p>`)
    .join(
      '',
    )}${reactions.length > 0 ? `<p>${escapeHtml(reactions.map(({ emoji }) => emoji).join(' '))}</p>` : ''}</article>
`
}

function authorOf(t: ArchiveTexts, { contact, user, fromMe, isAutomatic }: MessageView) {
  if (!fromMe) return contact?.name ?? ''
  return user?.name ?? (isAutomatic ? t.automatic : t.you)
}

function moreTexts(t: ArchiveTexts, { dataJson }: MessageView): string[] {
  const { location, contacts = [], transcription, buttons = [], contentText, footerText } = dataJson ?? {}
  const place = location && [location.name, location.address, `${location.latitude}, ${location.longitude}`]
  return [
    ...(place ? [`${t.place}: ${place.filter(Boolean).join(', ')}`] : []),
    ...contacts.map(({ name, vcard }) => `${name}\n${vcard}`),
    ...(transcription ? [transcription] : []),
    ...[contentText, footerText].flatMap((text) => text ?? []),
    ...buttons.map(({ buttonText }) => `[${buttonText.displayText}]`),
  ]
}

function fileHtml(t: ArchiveTexts, file: StoredFile | undefined) {
  if (!file) return `<p>${escapeHtml(t.missing)}</p>`
  const { path, name, type } = file
  const link = `<p><a href="${path}" download>${escapeHtml(name || path)}</a></p>`
  if (/^image\/(jpeg|png|webp|gif)$/.test(type))
    return `<a href="${path}"><img src="${path}" loading="lazy" alt=""></a>${link}`
  if (type.startsWith('audio/')) return `<audio src="${path}" controls preload="none"></audio>${link}`
  return type.startsWith('video/') ? `<video src="${path}" controls preload="none"></video>${link}` : link
}
