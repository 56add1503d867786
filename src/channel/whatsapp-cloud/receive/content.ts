import type { Content } from '../../channel'
import { type JsonObject, objectOf, objectsIn } from '../../../kernel/untyped-json.contract'
import { numberOf, textOf } from '../../meta/values'

const orderLinesMax = 30

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
    default:
      return {
        kind: 'unknown',
        note: textOf(part['type']) || (isUnavailable(message) ? 'unavailable' : type || 'unknown'),
      }
  }
}

/** Meta could not decrypt it, such as the first message to a number of the WhatsApp Business app. */
const isUnavailable = ({ errors }: JsonObject) => objectsIn(errors).some(({ code }) => code === 131060)

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

function replyOf(part: JsonObject): Content {
  const type = textOf(part['type'])
  const reply = objectOf(part[type])
  if (type === 'button_reply' || type === 'list_reply') {
    return { kind: 'text', text: textOf(reply['title']), choice: textOf(reply['id']) }
  }
  if (type === 'nfm_reply') return formOf(reply)
  const text = textOf(reply['body'])
  return text ? { kind: 'text', text } : { kind: 'unknown', note: type || 'interactive' }
}

function formOf(reply: JsonObject): Content {
  const answers = formAnswers(textOf(reply['response_json']))
  const text = formLines(answers).join('\n') || textOf(reply['body'])
  if (!text) return { kind: 'unknown', note: 'nfm_reply' }
  return { kind: 'text', text, ...(Object.keys(answers).length > 0 ? { answers } : {}) }
}

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

const phonesMax = 20

/** Line breaks and separators would begin another line of the card. */
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')

/** An answered request for a contact has its name only in the card. */
function vcardOf(contact: JsonObject): { name: string; vcard: string } {
  const given = objectOf(contact['name'])
  const card = textOf(contact['vcard'])
  const [phone = {}] = objectsIn(contact['phones'])
  const named = /^FN[^:\r\n]*:(.*)$/im.exec(card)?.[1]?.replace(/\\(.)/g, '$1').trim()
  const name = textOf(given['formatted_name']) || textOf(given['first_name']) || named || textOf(phone['phone'])
  if (card) return { name, vcard: card }
  const phones = objectsIn(contact['phones'])
    .slice(0, phonesMax)
    .flatMap((phone) => {
      const waId = textOf(phone['wa_id']).replace(/\D/g, '')
      const number = textOf(phone['phone']).replace(/[^\d+() -]/g, '') || (waId && `+${waId}`)
      return number ? [`TEL;type=CELL${waId ? `;waid=${waId}` : ''}:${number}`] : []
    })
  const emails = objectsIn(contact['emails'])
    .slice(0, phonesMax)
    .flatMap(({ email }) => (textOf(email) ? [`EMAIL:${escaped(textOf(email))}`] : []))
  const company = textOf(objectOf(contact['org'])['company'])
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${escaped(textOf(given['last_name']))};${escaped(textOf(given['first_name']) || name)};;;`,
    `FN:${escaped(name)}`,
    ...(company ? [`ORG:${escaped(company)}`] : []),
    ...phones,
    ...emails,
    'END:VCARD',
  ]
  return { name, vcard: lines.join('\n') }
}

const fieldsMax = 100
const fieldMax = 100
const answerMax = 4096

/** Returns the answers of a WhatsApp Flow as texts, by its fields; empty if they cannot be read. */
function formAnswers(json: string): Record<string, string> {
  const answers = Object.entries(parsed(json)).slice(0, fieldsMax)
  return Object.fromEntries(
    answers.map(([field, value]) => [field.slice(0, fieldMax), shown(value).slice(0, answerMax)]),
  )
}

/** Meta's builder writes `screen_0_Full_name_1`, `0_Excellent`. Fields without a text have their component's name. */
const builtField = /^screen_\d+_(.+)_\d+$/
const components =
  /^(?:TextInput|TextArea|Dropdown|RadioButtonsGroup|CheckboxGroup|ChipsSelector|DatePicker|CalendarPicker|OptIn|PhotoPicker|DocumentPicker)$/
const builtChoice = /(^|, )\d+_/g

function formLines(answers: Readonly<Record<string, string>>): string[] {
  return Object.entries(answers).flatMap(([field, value]) => {
    const [, built] = builtField.exec(field) ?? []
    const label = (built ?? field).replaceAll('_', ' ')
    const chosen =
      built === undefined || !/^\d+_/.test(value) ? value : value.replace(builtChoice, '$1').replaceAll('_', ' ')
    if (field === 'flow_token' || chosen === '') return []
    return built !== undefined && components.test(built) ? chosen : `${label}: ${chosen}`
  })
}

function parsed(json: string) {
  try {
    return objectOf(JSON.parse(json))
  } catch {
    return {}
  }
}

/** Several choices become a list, an uploaded file its name. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(shown).join(', ')
  if (typeof value !== 'object') return String(value)
  const fileName = objectOf(value)['file_name']
  return typeof fileName === 'string' && fileName !== '' ? fileName : JSON.stringify(value)
}
