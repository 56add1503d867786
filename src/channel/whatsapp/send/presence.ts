import type { WASocket } from '@whiskeysockets/baileys'
import { createLeastRecentlyUsed } from '../least-recently-used'

/** Limit of conversations with a typing subscription. */
const watchedMax = 200
const onlineDefaultMs = 60_000

/**
 * Keeps the account online while an agent reads or writes, because the server reports typing only to online accounts.
 * Permanent presence would mute the paired phone's notifications.
 */
export function createPresence(onlineMs = onlineDefaultMs) {
  const watched = createLeastRecentlyUsed<WASocket>(watchedMax)
  let online: WASocket | undefined
  let leaving: Timer | undefined

  function leave(socket: WASocket) {
    online = undefined
    // The server need not remember subscriptions from before the account went offline.
    watched.clear()
    // If it cannot be sent, the connection is lost, and the server sees the account as offline anyway.
    if (socket.ws.isOpen) socket.sendPresenceUpdate('unavailable').catch(() => {})
  }

  /** Appears online for `onlineMs`. */
  async function appearOnline(socket: WASocket) {
    clearTimeout(leaving)
    leaving = setTimeout(() => leave(socket), onlineMs).unref()
    // Baileys sends nothing until it knows the account's name, which the phone reports after pairing.
    if (online === socket || !socket.authState.creds.me?.name) return
    online = socket
    await socket.sendPresenceUpdate('available')
  }

  return {
    appearOnline,
    /** The server reports typing per chat, on subscription only. */
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
