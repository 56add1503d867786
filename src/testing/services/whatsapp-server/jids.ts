import { jidDecode, jidEncode } from '@whiskeysockets/baileys'

/** A user's device: 0 is the phone, the others are linked devices. */
interface DeviceAddress {
  user: string
  device: number
  isLid: boolean
}

export const SERVER_JID = 's.whatsapp.net'

export function phoneNumberJid(number: string, device = 0): string {
  return jidEncode(number, 's.whatsapp.net', device)
}

/** Jid of a LID's phone, or of one of its linked devices. */
export function lidJid(lidUser: string, device = 0): string {
  return jidEncode(lidUser, 'lid', device)
}

export function isGroupJid(jid: string): boolean {
  return jid.endsWith('@g.us')
}

/** True for people and their devices, by number or LID. */
function isUserJid(jid: string): boolean {
  return jid.endsWith('@s.whatsapp.net') || jid.endsWith('@lid')
}

/** Splits a user's jid; undefined for groups, servers and nonsense. */
export function parseUserJid(jid: string | undefined): DeviceAddress | undefined {
  const decoded = jid && isUserJid(jid) ? jidDecode(jid) : undefined
  if (!decoded?.user) return undefined
  return { user: decoded.user, device: decoded.device ?? 0, isLid: decoded.server === 'lid' }
}
