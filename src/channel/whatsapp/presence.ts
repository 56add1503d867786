import { createLeastRecentlyUsed } from './least-recently-used'
import type { Socket } from './socket.types'

/** Conversations whose typing is asked for. */
const watchedMax = 200
const onlineDefaultMs = 60_000

/**
 * Keeps the account online while somebody reads or writes: only then does the server tell who is typing. Being online all
 * the time would keep the paired phone from ringing.
 */
export function createPresence(onlineMs = onlineDefaultMs) {
  const watched = createLeastRecentlyUsed<Socket>(watchedMax)
  let online: Socket | undefined
  let leaving: Timer | undefined

  function leave(socket: Socket) {
    online = undefined
    // Who comes back asks anew: the server need not remember what somebody offline had asked for.
    watched.clear()
    if (socket.ws.isOpen) socket.sendPresenceUpdate('unavailable').catch(() => {})
  }

  /** Online from now on for `onlineMs`. */
  async function beSeen(socket: Socket) {
    clearTimeout(leaving)
    leaving = setTimeout(() => leave(socket), onlineMs).unref()
    if (online === socket) return
    online = socket
    await socket.sendPresenceUpdate('available')
  }

  return {
    beSeen,
    /** The server tells who is typing only to who asked, chat by chat. */
    async watch(socket: Socket, jids: Iterable<string>) {
      await beSeen(socket)
      for (const jid of new Set(jids)) {
        if (!jid || watched.get(jid) === socket) continue
        watched.set(jid, socket)
        await socket.presenceSubscribe(jid)
      }
    },
  }
}
