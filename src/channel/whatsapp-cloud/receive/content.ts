import type { Content } from '../../channel'
import { vcardOf } from './vcard'
import { type JsonObject, objectOf, objectsIn } from '../../../kernel/untyped-json.contract'
import { numberOf, textOf } from './values'

const orderLinesMax = 30

/** Returns the content of a message; the kind `unknown` for anything that Recado does not show. */
export function contentOf(message: JsonObject): Content {
  const type = textOf(message['type'])
  const part = objectOf(message[type])
  switch (type) {
    case 'text':
      return { kind: 'text', text: textOf(part['body']) }
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
    case 'sticker':
      return fileOf(type, part)
    case 'location':
      return locationOf(part)
    case 'contacts':
      return contactsOf(message['contacts'])
    case 'interactive':
      return replyOf(part)
    case 'button':
      return { kind: 'text', text: textOf(part['text']), choice: textOf(part['payload']) || textOf(part['text']) }
    case 'order':
      return orderOf(part)
    case 'system':
      return { kind: 'text', text: textOf(part['body']) }
    default:
      return { kind: 'unknown', note: type || 'unknown' }
  }
}

function fileOf(kind: 'image' | 'video' | 'audio' | 'document' | 'sticker', part: JsonObject): Content {
  const fileName = textOf(part['filename'])
  return {
    kind,
    text: textOf(part['caption']),
    // Such as `audio/ogg; codecs=opus`.
    mimeType: textOf(part['mime_type']).split(';', 1)[0] ?? '',
    ...(fileName ? { fileName } : {}),
    ...(part['voice'] === true ? { voiceNote: true } : {}),
    source: { id: textOf(part['id']), sha256: textOf(part['sha256']) },
  }
}

function locationOf(part: JsonObject): Content {
  const [latitude, longitude] = [numberOf(part['latitude']), numberOf(part['longitude'])]
  if (latitude === undefined || longitude === undefined) return { kind: 'unknown', note: 'location' }
  const [name, address] = [textOf(part['name']), textOf(part['address'])]
  return { kind: 'location', latitude, longitude, ...(name ? { name } : {}), ...(address ? { address } : {}) }
}

function contactsOf(list: unknown): Content {
  const contacts = objectsIn(list).map(vcardOf)
  return contacts.length > 0 ? { kind: 'contacts', contacts } : { kind: 'unknown', note: 'contacts' }
}

/** A tapped button or row. */
function replyOf(part: JsonObject): Content {
  const type = textOf(part['type'])
  const reply = objectOf(part[type])
  if (type === 'button_reply' || type === 'list_reply') {
    return { kind: 'text', text: textOf(reply['title']), choice: textOf(reply['id']) }
  }
  // A completed form; its answers are for the program that made it.
  const text = textOf(reply['body'])
  return text ? { kind: 'text', text } : { kind: 'unknown', note: type || 'interactive' }
}

/** A shopping cart, as the lines that the customer sees. */
function orderOf(part: JsonObject): Content {
  const items = objectsIn(part['product_items'])
  const lines = items.slice(0, orderLinesMax).map((item) => {
    const price = [textOf(item['item_price']), textOf(item['currency'])].filter(Boolean).join(' ')
    return [`${textOf(item['quantity']) || '1'} × ${textOf(item['product_retailer_id'])}`, price]
      .filter(Boolean)
      .join(': ')
  })
  if (items.length > orderLinesMax) lines.push('…')
  const text = [textOf(part['text']), ...lines].filter(Boolean).join('\n')
  return text ? { kind: 'text', text } : { kind: 'unknown', note: 'order' }
}
