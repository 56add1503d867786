import { type Address, type OutgoingContent, type OutgoingMessage, ChannelError, type OutgoingFile } from '../channel'
import { channelRules, cloudChannel, inlineFileOf } from '../channel-rules.contract'
import { textOf } from '../meta/values'
import { stat } from 'node:fs/promises'
import { remakePicture } from '../meta/remake-picture'
import { type FileRule, fileRuleOf } from '../channel-files.contract'
import { temporaryWaitMs } from '../meta/graph/graph-failures'
import { measurePixels } from '../../kernel/file/measure-pixels'
import type { GraphSession } from '../meta/graph-session'
import type { Graph } from '../meta/graph/graph-client'
import type { CloudAccount } from './account/cloud-account'

export async function bodyOf(parts: CloudParts, { to, content, quoted }: OutgoingMessage) {
  const quotedId = textOf(quoted?.key['id'])
  return {
    ...recipientOf(to),
    // Only messages that Meta knows can be quoted.
    ...(quotedId.startsWith('wamid.') ? { context: { message_id: quotedId } } : {}),
    ...(await contentBody(parts, content)),
  }
}

async function contentBody(parts: CloudParts, content: OutgoingContent): Promise<object> {
  switch (content.kind) {
    case 'text':
      return { type: 'text', text: { body: content.text, preview_url: /https?:\/\//.test(content.text) } }
    case 'contact':
      return { type: 'contacts', contacts: [contactOf(content)] }
    case 'location': {
      const { latitude, longitude, name } = content
      return { type: 'location', location: { latitude, longitude, ...(name ? { name } : {}) } }
    }
    case 'file':
      return fileBody(parts, content.file, content.caption)
    case 'menu':
      return menuBody(content)
    case 'template':
      return { type: 'template', template: await templateOf(parts, content) }
  }
}

async function templateOf(parts: CloudParts, content: Extract<OutgoingContent, { kind: 'template' }>) {
  const { name, language, components, header } = content
  const id = header && (await uploadFile(parts, header.file))
  const parameter = header && {
    type: header.format,
    [header.format]: { id, ...(header.format === 'document' ? { filename: header.file.name } : {}) },
  }
  const all = [...(parameter ? [{ type: 'header', parameters: [parameter] }] : []), ...components]
  return { name, language: { code: language }, ...(all.length > 0 ? { components: all } : {}) }
}

/** Phone numbers and user ids are different fields. A user id in `to` would be taken for a number and never arrive. */
export function recipientOf({ kind, value }: Address) {
  return { recipient_type: 'individual', ...(kind === 'bsuid' ? { recipient: value } : { to: value }) }
}

const phonesMax = 10
const unescaped = (text: string) => text.replace(/\\n/gi, ' ').replace(/\\(.)/g, '$1').trim()

function contactOf({ name, vcard }: Extract<OutgoingContent, { kind: 'contact' }>) {
  const lines = vcard.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const of = (property: string) =>
    lines.flatMap((line) => {
      const match = new RegExp(`^(?:item\\d+\\.)?${property}((?:;[^:]*)?):(.*)$`, 'i').exec(line)
      return match ? [{ parameters: match[1] ?? '', value: unescaped(match[2] ?? '') }] : []
    })
  const phones = of('TEL')
    .slice(0, phonesMax)
    .map(({ parameters, value }) => {
      const waId = /;waid=(\d+)/i.exec(parameters)?.[1]
      return { phone: value, type: 'CELL', ...(waId ? { wa_id: waId } : {}) }
    })
  const emails = of('EMAIL').slice(0, phonesMax)
  const shown = name.trim() || of('FN')[0]?.value || phones[0]?.phone || '?'
  return {
    name: { formatted_name: shown, first_name: shown },
    ...(phones.length > 0 ? { phones } : {}),
    ...(emails.length > 0 ? { emails: emails.map(({ value }) => ({ email: value, type: 'WORK' })) } : {}),
  }
}

type Menu = Extract<OutgoingContent, { kind: 'menu' }>

/** The text above buttons; that above a list may be as long as any. */
const buttonTextMax = 1024
const { menus } = channelRules[cloudChannel]

function menuBody({ text, style, open, options }: Menu) {
  const body = { text }
  if (style === 'button' && text.length <= buttonTextMax) {
    const buttons = options.map(({ id, name }) => ({ type: 'reply', reply: { id, title: name } }))
    return { type: 'interactive', interactive: { type: 'button', body, action: { buttons } } }
  }
  const rows = options.map(({ id, name }) => ({ id, ...rowText(name) }))
  return { type: 'interactive', interactive: { type: 'list', body, action: { button: open, sections: [{ rows }] } } }
}

/** A long name is cut in the title, and whole below it. */
function rowText(name: string) {
  const { rowTitleMax = 24, rowTextMax = 72 } = menus ?? {}
  if (name.length <= rowTitleMax) return { title: name }
  return { title: cut(name, rowTitleMax), description: cut(name, rowTextMax) }
}

/** Does not cut between the two code units of an emoji. */
const cut = (text: string, limit: number) =>
  text.length <= limit
    ? text
    : `${text
        .slice(0, limit - 1)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()}…`

/** Meta takes WebP only as stickers, of this size. */
const stickerBytesMax = 100 * 1024
const stickerPixels = 512

async function fileBody(parts: CloudParts, file: OutgoingFile, caption: string): Promise<object> {
  const isSticker = caption === '' && (await fitsSticker(file))
  const kind = isSticker ? 'sticker' : kindOf(await ruleOf(file))
  const id = await uploadFile(parts, file, isSticker)
  const text = caption && kind !== 'audio' ? { caption } : {}
  switch (kind) {
    case 'audio':
      // Phones do not show other formats as a recording.
      return {
        type: 'audio',
        audio: { id, ...(file.voiceNote && file.mimeType === 'audio/ogg' ? { voice: true } : {}) },
      }
    case 'document':
      return { type: 'document', document: { id, filename: file.name, ...text } }
    default:
      return { type: kind, [kind]: { id, ...text } }
  }
}

async function sizeOf(path: string) {
  const { size } = await stat(path).catch(() => {
    throw new ChannelError('refused', 'ERR_NO_MEDIA_FOUND')
  })
  return size
}

/** @throws ChannelError refused for what Meta would refuse */
async function ruleOf({ path, name, mimeType }: OutgoingFile): Promise<FileRule> {
  const size = await sizeOf(path)
  const rule = fileRuleOf(cloudChannel, { name, type: mimeType }, size)
  if (rule.way === 'refused' || size > rule.bytesMax) throw new ChannelError('refused', '131053 Media upload error')
  return rule
}

const kindOf = ({ way, type }: FileRule) => (way === 'document' ? way : (inlineFileOf(cloudChannel, type)?.kind ?? way))

async function fitsSticker({ path, mimeType }: OutgoingFile) {
  if (mimeType !== 'image/webp' || (await sizeOf(path)) > stickerBytesMax) return false
  const pixels = await measurePixels(Bun.file(path), mimeType)
  return pixels?.width === stickerPixels && pixels.height === stickerPixels
}

/** M4A goes by its container's type, recordings with their codec. */
function uploadTypeOf(type: string) {
  if (type === 'audio/ogg') return 'audio/ogg; codecs=opus'
  return type === 'audio/x-m4a' ? 'audio/mp4' : type
}

async function uploadFile(parts: CloudParts, file: OutgoingFile, isSticker = false): Promise<string> {
  const { path, name, mimeType } = file
  const { account, graph } = parts.session()
  const rule = isSticker ? undefined : await ruleOf(file)
  const type = uploadTypeOf(rule?.type ?? mimeType)
  const bytes = rule?.way === 'picture' ? await remakePicture(path) : undefined
  const size = bytes?.length ?? (await sizeOf(path))
  try {
    const { id } = await graph.postFile(
      `${account.phoneNumberId}/media`,
      { messaging_product: 'whatsapp', type },
      { path, name, type, size, bytes },
    )
    if (textOf(id)) return textOf(id)
  } catch (error) {
    const failure = parts.failed(error)
    // The message itself was not sent, so that sending it again is safe.
    if (failure instanceof ChannelError && failure.reason === 'uncertain')
      throw new ChannelError('limited', failure.message, temporaryWaitMs)
    throw failure
  }
  throw new ChannelError('limited', 'Meta returned no id for the file', temporaryWaitMs)
}

export type CloudParts = GraphSession<{ account: CloudAccount; graph: Graph }>
