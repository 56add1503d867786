import type { Address, OutgoingContent, OutgoingMessage } from '../../channel'
import { channelRules, cloudChannel } from '../../channel-rules.contract'
import type { CloudParts } from '../cloud-parts'
import { textOf } from '../../meta/values'
import { fileBody, uploadFile } from './media'

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
