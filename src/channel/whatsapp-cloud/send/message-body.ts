import type { OutgoingContent, OutgoingMessage } from '../../channel'
import type { CloudParts } from '../cloud-parts'
import { textOf } from '../receive/values'
import { contactOf } from './contact'
import { menuBody } from './menu'
import { fileBody, uploadFile } from './media'
import { recipientOf } from './recipient'

/** Returns the request's body for a message; uploads its file. @throws ChannelError */
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
