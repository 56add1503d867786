import { jidDecode } from '@whiskeysockets/baileys'
import type { Address, Party } from '../../channel'

/** Undefined for others, such as broadcasts. */
export function addressOf(jid: string | null | undefined): Address | undefined {
  const decoded = jid ? jidDecode(jid) : undefined
  if (!decoded?.user) return undefined
  switch (decoded.server) {
    case 's.whatsapp.net':
    case 'c.us':
    case 'hosted':
      return { kind: 'phone', value: decoded.user }
    case 'lid':
    case 'hosted.lid':
      return { kind: 'lid', value: decoded.user }
    case 'g.us':
      return { kind: 'group', value: decoded.user }
    default:
      return undefined
  }
}

export function jidOf({ kind, value }: Address) {
  switch (kind) {
    case 'phone':
      return `${value}@s.whatsapp.net`
    case 'lid':
      return `${value}@lid`
    case 'group':
      return `${value}@g.us`
    case 'page-scoped':
    case 'bsuid':
      throw new Error(`WhatsApp Web has no ${kind} addresses`)
  }
}

export function partyOf(jids: readonly (string | null | undefined)[], name?: string | null): Party | undefined {
  const addresses: Address[] = []
  for (const jid of jids) {
    const address = addressOf(jid)
    if (address && !addresses.some((known) => known.kind === address.kind && known.value === address.value)) {
      addresses.push(address)
    }
  }
  const [first, ...rest] = addresses
  if (!first) return undefined
  return name ? { addresses: [first, ...rest], name } : { addresses: [first, ...rest] }
}
