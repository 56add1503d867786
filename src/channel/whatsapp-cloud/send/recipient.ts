import type { Address } from '../../channel'

/** Phone numbers and user ids are different fields. A user id in `to` would be taken for a number and never arrive. */
export function recipientOf({ kind, value }: Address) {
  return { recipient_type: 'individual', ...(kind === 'bsuid' ? { recipient: value } : { to: value }) }
}
