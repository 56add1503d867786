import { type JsonObject, objectOf, objectsIn } from '../../kernel/untyped-json.contract'

/** One event of a webhook as it is filed: what Meta sent, reduced to one message or status. */
interface CloudPayload {
  /** WhatsApp Business Account. */
  account: string
  field: string
  value: Record<string, unknown>
}

export interface CloudEvent {
  /** The number that it belongs to; undefined for events of the whole business account. */
  phoneNumberId: string | undefined
  businessAccountId: string
  payload: string
}

/** Longer messages, such as orders with thousands of products, are filed without their content. */
const payloadCharactersMax = 256 * 1024

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Splits a webhook's body into events, in order. Anything that is not of the expected form is left out. */
export function splitWebhook(body: unknown): CloudEvent[] {
  const { object, entry } = objectOf(body)
  if (object !== 'whatsapp_business_account') return []
  return objectsIn(entry).flatMap(({ id, changes }) => {
    const account = textOf(id) ?? ''
    return objectsIn(changes).flatMap((change) => splitChange(account, change))
  })
}

function splitChange(account: string, { field: name, value: content }: JsonObject): CloudEvent[] {
  const field = textOf(name)
  const value = objectOf(content)
  if (field === undefined) return []
  const metadata = objectOf(value['metadata'])
  const phoneNumberId = textOf(metadata['phone_number_id'])
  const eventOf = (part: JsonObject): CloudEvent[] => {
    const payload = JSON.stringify({ account, field, value: part } satisfies CloudPayload)
    return payload.length > payloadCharactersMax ? [] : [{ phoneNumberId, businessAccountId: account, payload }]
  }
  const lists = ['messages', 'message_echoes', 'statuses'].filter((list) => Array.isArray(value[list]))
  if (lists.length === 0) return eventOf(value)
  const contacts = objectsIn(value['contacts'])
  return lists.flatMap((list) =>
    objectsIn(value[list]).flatMap((item) => {
      const shared = { metadata, contacts: contactsOf(item, contacts) }
      const whole = eventOf({ ...shared, [list]: [item] })
      return whole.length > 0 ? whole : eventOf({ ...shared, [list]: [withoutContent(item)] })
    }),
  )
}

/** The customer that the message or status names; the only one if it names nobody. */
function contactsOf(item: JsonObject, contacts: readonly JsonObject[]) {
  const ids = ['from', 'from_user_id', 'to', 'recipient_id', 'recipient_user_id'].flatMap(
    (name) => textOf(item[name]) ?? [],
  )
  const isNamed = (id: unknown) => typeof id === 'string' && ids.includes(id)
  const named = contacts.filter((one) => isNamed(one['wa_id']) || isNamed(one['user_id']))
  return named.length > 0 ? named : contacts.length === 1 ? contacts : []
}

function withoutContent({ id, from, from_user_id, timestamp }: JsonObject): JsonObject {
  return { id, from, from_user_id, timestamp, type: 'unsupported' }
}
