import { jidDecode, transferDevice } from '@whiskeysockets/baileys'
import { decodeRecord, encodeRecord, type SessionRecord, sessionsOf } from './session-record'
import { signalAddress, type SignalRecords } from './signal-records'

/**
 * Moves a person's sessions from the phone number to the LID, device by device. If the LID has a session already, both
 * stay readable.
 */
export async function migrateSessions(records: SignalRecords, fromJid: string, toJid: string): Promise<number> {
  const { user = '', device = 0, server } = jidDecode(fromJid) ?? {}
  const devices = new Set([...(await records.deviceNumbers(user)), String(device)])
  const sessions: { [id: string]: Uint8Array | null } = {}
  let migrated = 0
  for (const number of devices) {
    const from = deviceJid(user, Number(number), server ?? '')
    const [fromId, toId] = [signalAddress(from), signalAddress(transferDevice(from, toJid))]
    const moved = await records.session(fromId)
    if (!moved) continue
    const existing = await records.session(toId)
    sessions[toId] = existing ? joinRecords(decodeRecord(existing), decodeRecord(moved)) : moved
    sessions[fromId] = null
    migrated++
  }
  if (migrated > 0) await records.write({ session: sessions })
  return migrated
}

function deviceJid(user: string, device: number, server: string) {
  if (device === 99) return `${user}:99@hosted`
  return device === 0 ? `${user}@${server}` : `${user}:${device}@${server}`
}

const joinRecords = (existing: SessionRecord, moved: SessionRecord) =>
  encodeRecord({ current: existing.current, previous: [...existing.previous, ...sessionsOf(moved)] })
