import type { WAMessageKey } from '@whiskeysockets/baileys'
import { type Channel, ChannelError } from '../channel'
import { relayFault } from './deliver'
import { fetchMedia } from './fetch-media'
import { createLeastRecentlyUsed } from './least-recently-used'
import { downloadPlain } from './media'
import type { Socket } from './open-socket'
import { jidOf, partyOf } from './party'
import type { ChannelParts } from './whatsapp-channel'

type Questions = Pick<
  Channel,
  'markRead' | 'setTyping' | 'fetchMedia' | 'checkNumber' | 'fetchPicture' | 'fetchGroup' | 'rejectCall'
>

const pictureTimeoutMs = 10_000
/** Conversations whose typing is asked for. */
const watchedMax = 200
const onlineMs = 60_000

/** A channel's methods that ask the server something or tell it what is no message. */
export function questionMethods(parts: ChannelParts): Questions {
  const { options, groups } = parts
  const watched = createLeastRecentlyUsed<Socket>(watchedMax)
  let online: Socket | undefined
  let leaving: Timer | undefined

  /** Nothing is sent by asking: whatever goes wrong on the way may be asked again. */
  async function ask<T>(work: (socket: Socket) => Promise<T>): Promise<T> {
    const { socket, whileOpen } = parts.linked()
    try {
      return await whileOpen(work(socket))
    } catch (error) {
      const { reason, message } = relayFault(error)
      throw new ChannelError(reason === 'uncertain' ? 'offline' : reason, message)
    }
  }

  /**
   * Who reads or writes here is online, for a minute: only then does the server tell who is typing. Being online all the
   * time would keep the paired phone from ringing.
   */
  async function beSeen(socket: Socket) {
    clearTimeout(leaving)
    leaving = setTimeout(() => {
      online = undefined
      if (socket.ws.isOpen) socket.sendPresenceUpdate('unavailable').catch(() => {})
    }, onlineMs).unref()
    if (online === socket) return
    online = socket
    await socket.sendPresenceUpdate('available')
  }

  /** The server tells who is typing only to who asked, chat by chat. */
  async function watchTyping(socket: Socket, keys: readonly WAMessageKey[]) {
    await beSeen(socket)
    for (const jid of new Set(keys.map(({ remoteJid }) => remoteJid ?? ''))) {
      if (!jid || watched.get(jid) === socket) continue
      watched.set(jid, socket)
      await socket.presenceSubscribe(jid)
    }
  }

  return {
    markRead: (keys, played) =>
      ask(async (socket) => {
        const marked = [...keys] as WAMessageKey[]
        await watchTyping(socket, marked)
        if (played) await socket.sendReceipts(marked, 'played')
        else await socket.readMessages(marked)
      }),
    setTyping: (to, typing) =>
      ask(async (socket) => {
        await beSeen(socket)
        await socket.sendPresenceUpdate(typing ? 'composing' : 'paused', jidOf(to))
      }),
    // Files lie on other servers: they can be had while the line is down.
    fetchMedia: (content, key) => fetchMedia(content, key as WAMessageKey, parts.line()?.socket, options.media),
    checkNumber: (number) =>
      ask(async (socket) => {
        const [found] = (await socket.onWhatsApp(number)) ?? []
        if (!found?.exists) return undefined
        const lid = await socket.signalRepository.lidMapping.getLIDForPN(found.jid).catch(() => null)
        return partyOf([found.jid, lid])
      }),
    fetchPicture: (of) =>
      ask(async (socket) => {
        const url = await socket.profilePictureUrl(jidOf(of), 'image', pictureTimeoutMs).catch(() => undefined)
        return url ? downloadPlain(url, options.media) : undefined
      }),
    fetchGroup: (of) =>
      ask(async (socket) => {
        const group = await socket.groupMetadata(jidOf(of))
        groups.set(group.id, group)
        return partyOf([group.id], group.subject)
      }),
    rejectCall: (callId, caller) => ask((socket) => socket.rejectCall(callId, jidOf(caller))),
  }
}
