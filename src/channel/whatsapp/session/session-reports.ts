import { readBoom } from '../boom-error'
import { type BaileysEventMap, DisconnectReason, jidDecode } from '@whiskeysockets/baileys'
import type { ChannelReport } from '../../channel'
import type { AuthStore } from '../signal/auth-store'

export function sessionReports(
  { qr, isNewLogin, connection, lastDisconnect }: BaileysEventMap['connection.update'],
  store: AuthStore,
): ChannelReport[] {
  return [
    ...(qr ? [{ type: 'qrcode', code: qr } as const] : []),
    ...(isNewLogin ? [{ type: 'pairing' } as const] : []),
    ...(connection === 'open' ? [connectedReport(store)] : []),
    ...(connection === 'close' ? [closedReport(lastDisconnect?.error)] : []),
  ]
}

function connectedReport({ creds: { me } }: AuthStore): ChannelReport {
  const lid = me?.lid ? jidDecode(me.lid)?.user : undefined
  return {
    type: 'connected',
    number: jidDecode(me?.id)?.user ?? '',
    lid,
    name: me?.name === '~' ? undefined : me?.name,
  }
}

type ClosedReason = Extract<ChannelReport, { type: 'closed' }>['reason']

const reasonOfCode: Record<number, ClosedReason> = {
  [DisconnectReason.loggedOut]: 'loggedOut',
  [DisconnectReason.multideviceMismatch]: 'loggedOut',
  [DisconnectReason.restartRequired]: 'restart',
  [DisconnectReason.connectionReplaced]: 'replaced',
  // Banned, unknown or outdated: an immediate retry changes nothing.
  402: 'refused',
  [DisconnectReason.forbidden]: 'refused',
  405: 'refused',
  406: 'refused',
  409: 'refused',
}

function closedReport(error: unknown): ChannelReport {
  const { message, statusCode: code } = readBoom(error)
  const reason = (code !== undefined ? reasonOfCode[code] : undefined) ?? 'lost'
  return { type: 'closed', reason, message: [code, message ?? 'The connection was closed'].filter(Boolean).join(': ') }
}
