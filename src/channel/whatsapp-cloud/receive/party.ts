import type { Address, Party } from '../../channel'
import { type JsonObject, objectOf } from '../../../kernel/untyped-json.contract'
import { textOf } from '../../meta/values'

const phonePattern = /^\d{5,20}$/
const userIdPattern = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/

/** Letters, digits, periods and underscores, of at most 35. */
const usernamePattern = /^[a-z\d._]{1,35}$/

/** Meta puts a user id into fields of phone numbers where a person hides the number. */
function addressOf(value: unknown): Address | undefined {
  const text = textOf(value).replace(/^\+/, '')
  if (phonePattern.test(text)) return { kind: 'phone', value: text }
  return userIdPattern.test(text) ? { kind: 'bsuid', value: text } : undefined
}

export function partyOf(ids: readonly unknown[], name?: string): Party | undefined {
  const addresses: Address[] = []
  for (const id of ids) {
    const address = addressOf(id)
    if (address && !addresses.some(({ kind, value }) => kind === address.kind && value === address.value)) {
      addresses.push(address)
    }
  }
  // Users know the number, and it is valid on every connection.
  addresses.sort((one, other) => Number(other.kind === 'phone') - Number(one.kind === 'phone'))
  const [first, ...rest] = addresses
  return first && { addresses: [first, ...rest], ...(name ? { name } : {}) }
}

export function customerOf(
  message: JsonObject,
  contact: JsonObject,
  ids: readonly string[] = ['from', 'from_user_id'],
) {
  const { name: given, username: told } = objectOf(contact['profile'])
  const written = textOf(told) || textOf(contact['username'])
  const party = partyOf(
    [...ids.map((id) => message[id]), contact['wa_id'], contact['user_id']],
    textOf(given) || written,
  )
  const username = written.replace(/^@/, '').toLowerCase()
  return party && usernamePattern.test(username) ? { ...party, username } : party
}
