import { readBranding } from '../branding/platform-setting.queries'
import type { Platform } from '../platform'

export type MailLanguage = 'pt' | 'en' | 'es'

type MailPart =
  | { kind: 'text'; text: string }
  | { kind: 'action'; label: string; link: string }
  /** Large numbers with their names. */
  | { kind: 'figures'; figures: readonly MailFigure[] }
  /** The first column is text, the others are numbers. */
  | { kind: 'table'; title: string; head: readonly string[]; rows: readonly (readonly string[])[] }

export interface MailFigure {
  label: string
  value: string
  change: string
}

export interface MailContent {
  language: MailLanguage
  greeting: string
  parts: readonly MailPart[]
  /** Shown at the end: why the mail came. */
  note: string
  /** The way out of a recurring mail. */
  leave?: { label: string; link: string }
}

export const leaveTexts: Record<MailLanguage, string> = {
  pt: 'Não receber mais este e-mail',
  en: 'Stop getting this email',
  es: 'Dejar de recibir este correo',
}

export interface Brand {
  name: string
  colour: string
}

export function brandOf(platform: Platform): Brand {
  const { name, primaryColorLight: colour } = readBranding(platform)
  return { name, colour: /^#[0-9a-f]{3,6}$/i.test(colour) ? colour : '#1a1a1a' }
}

/** Not the name that a request used: anybody could have a link under it mailed to somebody else. */
export function mailedOrigin({ config: { publicUrl, port } }: Platform) {
  return publicUrl ?? `http://localhost:${port}`
}

/** Both forms of a mail, from one description. Whatever a person typed is escaped. */
export function mailBody(brand: Brand, content: MailContent): { text: string; html: string } {
  return { text: plainText(brand, content), html: htmlOf(brand, content) }
}

/** A line of text stays one line: a name neither ends a paragraph nor looks like another part. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

function plainText({ name }: Brand, { greeting, parts, note, leave }: MailContent) {
  const end = [oneLine(note), ...(leave ? [`${oneLine(leave.label)}:\n${leave.link}`] : [])]
  return [oneLine(greeting), ...parts.map(plainPart), ...end, `-- \n${oneLine(name)}`].join('\n\n') + '\n'
}

function plainPart(part: MailPart): string {
  switch (part.kind) {
    case 'text':
      return oneLine(part.text)
    case 'action':
      return `${oneLine(part.label)}:\n${part.link}`
    case 'figures':
      return part.figures.map(({ label, value, change }) => `${label}: ${value}${change && ` (${change})`}`).join('\n')
    case 'table':
      return [`${part.title} (${part.head.join(' | ')})`, ...part.rows.map((row) => row.map(oneLine).join(' | '))].join(
        '\n',
      )
  }
}

const escape = (text: string) => Bun.escapeHTML(oneLine(text))
const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Tables and inline styles: many programs drop style sheets. Each colour has its background, as a program may invert only one. */
function htmlOf(brand: Brand, { language, greeting, parts, note, leave }: MailContent) {
  const end = `${escape(note)}${leave ? leaveHtml(leave) : ''}`
  return `<!doctype html>
<html lang="${language === 'pt' ? 'pt-BR' : language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #14161a !important; }
  .card { background: #1f2228 !important; color: #eceef2 !important; border-right-color: #343943 !important; border-bottom-color: #343943 !important; border-left-color: #343943 !important; }
  .muted { color: #a9b0bd !important; }
  .line { border-color: #343943 !important; }
  .button { background: #eceef2 !important; color: #14161a !important; }
  a.link { color: #8ab8ff !important; }
}
</style></head>
<body class="page" style="margin:0;padding:0;background:#f3f4f6">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f4f6"><tr><td align="center" style="padding:24px 12px">
<table class="card" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff;color:#1a1c20;border:1px solid #dfe2e8;border-top:4px solid ${brand.colour};border-radius:8px;${font};font-size:16px;line-height:1.5">
<tr><td style="padding:20px 24px 0;font-size:18px;font-weight:600">${escape(brand.name)}</td></tr>
<tr><td style="padding:16px 24px 0">${escape(greeting)}</td></tr>
${parts.map(htmlPart).join('\n')}
<tr><td style="padding:24px"><div class="line muted" style="border-top:1px solid #dfe2e8;padding-top:16px;font-size:13px;color:#5a616d">${end}</div></td></tr>
</table></td></tr></table>
</body></html>
`
}

const leaveHtml = ({ label, link }: NonNullable<MailContent['leave']>) =>
  `<br><a class="link" href="${Bun.escapeHTML(link)}" style="color:#1d4ed8">${escape(label)}</a>`

function htmlPart(part: MailPart): string {
  switch (part.kind) {
    case 'text':
      return `<tr><td style="padding:12px 24px 0">${escape(part.text)}</td></tr>`
    case 'action':
      return actionHtml(part.label, Bun.escapeHTML(part.link))
    case 'figures':
      return `<tr><td style="padding:16px 24px 0">${part.figures.map(figureHtml).join('')}</td></tr>`
    case 'table':
      return tableHtml(part)
  }
}

function actionHtml(label: string, link: string) {
  return `<tr><td style="padding:20px 24px 0"><a class="button" href="${link}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1a1c20;color:#ffffff;text-decoration:none;font-weight:600">${escape(label)}</a></td></tr>
<tr><td style="padding:12px 24px 0;font-size:13px;word-break:break-all"><a class="link" href="${link}" style="color:#1d4ed8">${link}</a></td></tr>`
}

/** Side by side where there is room, else below each other. */
function figureHtml({ label, value, change }: MailFigure) {
  return `<div class="line" style="display:inline-block;min-width:150px;padding:8px 16px 8px 0;vertical-align:top"><div class="muted" style="font-size:13px;color:#5a616d">${escape(label)}</div><div style="font-size:24px;font-weight:600;line-height:1.3">${escape(value)}</div><div class="muted" style="font-size:13px;color:#5a616d">${escape(change)}</div></div>`
}

function tableHtml({ title, head, rows }: Extract<MailPart, { kind: 'table' }>) {
  const align = (index: number) => (index === 0 ? 'left' : 'right')
  const cell = (text: string, index: number) =>
    `<td class="line" align="${align(index)}" style="padding:8px 4px;border-top:1px solid #dfe2e8;${index === 0 ? 'word-break:break-word' : 'white-space:nowrap'}">${escape(text)}</td>`
  const heading = (text: string, index: number) =>
    `<th class="muted" scope="col" align="${align(index)}" style="padding:8px 4px;font-size:13px;font-weight:400;color:#5a616d">${escape(text)}</th>`
  return `<tr><td style="padding:20px 24px 0"><div style="font-weight:600">${escape(title)}</div>
<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;font-size:14px"><tr>${head.map(heading).join('')}</tr>
${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('\n')}
</table></td></tr>`
}
