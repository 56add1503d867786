import type { WASocket } from '@whiskeysockets/baileys'
import { createLeastRecentlyUsed } from '../least-recently-used'

const watchedMax = 200
const onlineDefaultMs = 60_000

/** The server reports typing only to online accounts; permanent presence would mute the phone. */
export function createPresence(onlineMs = onlineDefaultMs) {
  const watched = createLeastRecentlyUsed<WASocket>(watchedMax)
  let online: WASocket | undefined
  let leaving: Timer | undefined

  function leave(socket: WASocket) {
    online = undefined
    // The server may forget subscriptions while the account is offline.
    watched.clear()
    // Otherwise the connection is lost, and the account offline anyway.
    if (socket.ws.isOpen) socket.sendPresenceUpdate('unavailable').catch(() => {})
  }

  async function appearOnline(socket: WASocket) {
    clearTimeout(leaving)
    leaving = setTimeout(() => leave(socket), onlineMs).unref()
    // Baileys sends nothing before it knows the account's name.
    if (online === socket || !socket.authState.creds.me?.name) return
    online = socket
    await socket.sendPresenceUpdate('available')
  }

  return {
    appearOnline,
    /** Typing is reported per chat, on subscription only. */
    async watch(socket: WASocket, jids: Iterable<string>) {
      await appearOnline(socket)
      if (online !== socket) return
      for (const jid of new Set(jids)) {
        if (!jid || watched.get(jid) === socket) continue
        watched.set(jid, socket)
        await socket.presenceSubscribe(jid)
      }
    },
  }
}
