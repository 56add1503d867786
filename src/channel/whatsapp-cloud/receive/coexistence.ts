import type { InboundEvent } from '../../channel'
import { type JsonObject, objectOf } from '../../../kernel/untyped-json.contract'
import { isKeyOf } from '../../../kernel/typed-object.contract'
import { textOf, timeOf } from '../../meta/values'
import { contentOf } from './content'
import { partyOf } from './party'

const digitsOf = (value: unknown) => textOf(value).replace(/\D/g, '')

const acks = { error: -1, sent: 1, delivered: 2, read: 3, played: 5 } as const

/** A history has their result, and no reactions. */
const changes = ['edit', 'revoke', 'reaction', 'system']

export function historyEvents(message: JsonObject, { metadata, thread }: JsonObject): InboundEvent[] {
  const id = textOf(message['id'])
  const { from_me: isOurs, status } = objectOf(message['history_context'])
  const own = digitsOf(objectOf(metadata)['display_phone_number'])
  const fromMe = isOurs === true || (own !== '' && digitsOf(message['from']) === own)
  const ids = fromMe ? [message['to'], message['to_user_id']] : [message['from'], message['from_user_id']]
  const chat = partyOf(thread === undefined ? ids : [thread])
  if (!id || !chat || changes.includes(textOf(message['type']))) return []
  const reached = textOf(status).toLowerCase()
  const quotedId = textOf(objectOf(message['context'])['id'])
  return [
    {
      type: 'message',
      id,
      chat,
      fromMe,
      atMs: timeOf(message['timestamp']),
      content: contentOf(message),
      ...(quotedId ? { quotedId } : {}),
      ...(fromMe && isKeyOf(acks, reached) ? { ack: acks[reached] } : {}),
      key: { id, fromMe },
      history: true,
    },
  ]
}

/** People removed from it stay contacts. */
export function savedContactEvents({ type, action, contact }: JsonObject): InboundEvent[] {
  const { full_name: full, first_name: first, phone_number: number } = objectOf(contact)
  const name = textOf(full) || textOf(first)
  const party = type === 'contact' && action === 'add' && name ? partyOf([number], name) : undefined
  return party ? [{ type: 'savedContact', party }] : []
}
