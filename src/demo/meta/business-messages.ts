import type { AcceptedMessage, Json } from '../../testing/services/graph-server/graph-server.types'
import type { GraphState } from '../../testing/services/graph-server/graph-state'
import type { PageSend } from '../../testing/services/graph-server/page-state'
import type { StoredMessage } from './customer-store'

interface Received {
  message: StoredMessage
  file?: Uint8Array
}

type FileKind = NonNullable<StoredMessage['file']>['kind']

const jsonOf = (value: unknown) => (typeof value === 'object' && value !== null ? (value as Json) : {})
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const listOf = (value: unknown) => (Array.isArray(value) ? (value as Json[]) : [])

const shared = (id: string, at: number) => ({ id, mine: false, at, text: '', reactionOf: {} })

export function readApiMessage(state: GraphState, { id, body, atMs }: AcceptedMessage): Received {
  const type = textOf(body['type']) || 'text'
  const part = jsonOf(body[type])
  const message = shared(id, atMs)
  const media = state.media.get(textOf(part['id']))
  if (media) {
    const kind = type === 'audio' && part['voice'] === true ? 'voice' : type
    const name = textOf(part['filename'])
    const file = { kind: kind as FileKind, name, seconds: 0 }
    return { message: { ...message, text: textOf(part['caption']), file }, file: media.bytes }
  }
  switch (type) {
    case 'interactive':
      return { message: { ...message, text: textOf(jsonOf(part['body'])['text']), options: optionsOf(part) } }
    case 'location':
      return { message: { ...message, place: placeOf(part) } }
    case 'contacts': {
      const [card = {}] = listOf(body['contacts'])
      const [phone = {}] = listOf(card['phones'])
      const name = textOf(jsonOf(card['name'])['formatted_name'])
      return { message: { ...message, card: { name, number: textOf(phone['wa_id']) || textOf(phone['phone']) } } }
    }
    case 'template':
      return { message: { ...message, text: templateText(state, part) } }
    default:
      return { message: { ...message, text: textOf(part['body']) } }
  }
}

function optionsOf(interactive: Json) {
  const action = jsonOf(interactive['action'])
  const buttons = listOf(action['buttons']).map(({ reply }) => jsonOf(reply))
  const rows = listOf(action['sections']).flatMap(({ rows }) => listOf(rows))
  return [...buttons, ...rows].map(({ id, title }) => ({ id: textOf(id), title: textOf(title) }))
}

function placeOf({ latitude, longitude, name }: Json) {
  return { latitude: Number(latitude), longitude: Number(longitude), name: textOf(name) || 'Localização' }
}

function templateText({ templates }: GraphState, { name, components }: Json) {
  const template = templates.find((one) => one.name === name)
  const body = template?.components.find(({ type }) => type === 'BODY')
  const given = listOf(components).find(({ type }) => textOf(type).toUpperCase() === 'BODY')
  const values = listOf(given?.['parameters']).map(({ text }) => textOf(text))
  return textOf(body?.['text']).replace(/\{\{\s*\w+\s*\}\}/g, () => values.shift() ?? '')
}

export function readPageMessage({ pages, now }: GraphState, { mid, body }: PageSend): Received {
  const content = jsonOf(body['message'])
  const options = listOf(content['quick_replies']).map(({ payload, title }) => ({
    id: textOf(payload),
    title: textOf(title),
  }))
  const message = { ...shared(mid, now()), text: textOf(content['text']), ...(options.length > 0 ? { options } : {}) }
  const attached = pages.attachments.get(textOf(jsonOf(jsonOf(content['attachment'])['payload'])['attachment_id']))
  if (!attached) return { message }
  const kind = attached.type === 'file' ? 'document' : (attached.type as FileKind)
  return { message: { ...message, file: { kind, name: '', seconds: 0 } }, file: attached.bytes }
}
