import { jsonOf, textOf } from '../kernel/move-in/source-values'
import type { SourceRow } from '../kernel/move-in/move-in-step'
import { type JsonObject, objectOf, objectsIn, textOf as jsonText } from '../kernel/untyped-json.contract'
import type { MessageData } from './message.answers'
import type { MediaType } from './message.contract'

interface MovedContent {
  body: string
  mediaType: MediaType | null
  data: MessageData | null
}

const kinds: Record<string, MediaType> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  ptt: 'audio',
  sticker: 'sticker',
  document: 'application',
  application: 'application',
  imageMessage: 'image',
  videoMessage: 'video',
  audioMessage: 'audio',
  documentMessage: 'application',
  documentWithCaptionMessage: 'application',
  stickerMessage: 'sticker',
  location: 'locationMessage',
  locationMessage: 'locationMessage',
  liveLocationMessage: 'locationMessage',
  vcard: 'contactMessage',
  contactMessage: 'contactMessage',
  contactsArrayMessage: 'contactMessage',
  call_log: 'call_log',
}

const bodyMax = 65_536
const nameMax = 255
const contactsMax = 50

export const isReaction = (row: SourceRow) => row['mediaType'] === 'reactionMessage'

/** Their other kinds are plain text here. */
export function movedContent(row: SourceRow): MovedContent {
  const body = textOf(row['body'], bodyMax)
  const kind = kinds[row['mediaType'] ?? '']
  if (kind === 'locationMessage') return locationOf(row, body) ?? { body, mediaType: null, data: null }
  if (kind === 'contactMessage') return cardsOf(row, body)
  if (kind === 'call_log') return { body, mediaType: kind, data: null }
  if (!row['mediaUrl']) return { body, mediaType: null, data: null }
  const name = fileNameOf(row['mediaUrl'])
  return { body, mediaType: kind ?? 'application', data: { file: { name, type: '', size: 0, state: 'pending' } } }
}

/** Theirs begin with the time of receipt, which people do not see. */
const fileNameOf = (url: string) =>
  textOf(
    url
      .replace(/[?#].*$/, '')
      .split(/[\\/]/)
      .at(-1),
    nameMax,
  )

/** The driver's message, as they store it beside. Other kinds are not looked at, because it is large. */
function messageIn(row: SourceRow): JsonObject {
  const stored = objectOf(jsonOf(row['dataJson']))
  return objectOf(stored['message'])
}

function locationOf(row: SourceRow, body: string): MovedContent | undefined {
  const message = messageIn(row)
  const stored = objectOf(message['locationMessage'] ?? message['liveLocationMessage'])
  const [thumbnail = '', link = '', ...rest] = body.split('|')
  const linked = /[=@/](-?\d{1,3}\.\d+)(?:,|%2C|\s)+(-?\d{1,3}\.\d+)/i.exec(body.startsWith('data:') ? link : body)
  const latitude = numberIn(stored['degreesLatitude']) ?? numberIn(linked?.[1])
  const longitude = numberIn(stored['degreesLongitude']) ?? numberIn(linked?.[2])
  if (latitude === undefined || longitude === undefined) return undefined
  const name = jsonText(stored['name']) || rest.join('|').trim()
  const address = jsonText(stored['address'])
  const picture = /^data:image\/\w+;base64,\s*([A-Za-z0-9+/=]{1,30000})$/.exec(thumbnail)?.[1]
  const location = {
    latitude,
    longitude,
    ...(name ? { name: textOf(name, nameMax) } : {}),
    ...(address ? { address: textOf(address, 1000) } : {}),
    ...(picture ? { thumbnail: picture } : {}),
  }
  return { body: textOf(name || address, 1000), mediaType: 'locationMessage', data: { location } }
}

function numberIn(value: unknown) {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

function cardsOf(row: SourceRow, body: string): MovedContent {
  const message = messageIn(row)
  const one = objectOf(message['contactMessage'])
  const several = objectsIn(objectOf(message['contactsArrayMessage'])['contacts'])
  const stored = [...(jsonText(one['vcard']) ? [one] : []), ...several].map((card) => jsonText(card['vcard']))
  const vcards = stored.length > 0 ? stored : (body.match(/BEGIN:VCARD[^]*?END:VCARD/gi) ?? [])
  if (vcards.length === 0) return { body, mediaType: null, data: null }
  const contacts = vcards.slice(0, contactsMax).map((vcard) => ({ name: nameIn(vcard), vcard: textOf(vcard, bodyMax) }))
  return { body: contacts.map(({ name }) => name).join(', '), mediaType: 'contactMessage', data: { contacts } }
}

const nameIn = (vcard: string) => textOf(/^FN[^:\r\n]*:(.*)$/im.exec(vcard)?.[1]?.trim(), nameMax)
