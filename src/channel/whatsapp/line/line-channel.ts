import type { Channel } from '../../channel'
import type { ChannelHost } from '../../channel-driver'
import type { WhatsAppOptions } from '../whatsapp-options'
import { createLine } from './line'

export function createLineChannel(host: ChannelHost, options: WhatsAppOptions): Channel {
  const line = createLine(host, options)

  return {
    connect() {
      line.open()
      return line.call('connect', [])
    },
    async disconnect(closing) {
      await line.call('disconnect', [closing]).finally(line.close)
    },
    send: (message) => line.call('send', [message]),
    edit: (...given) => line.call('edit', given),
    delete: (...given) => line.call('delete', given),
    react: (...given) => line.call('react', given),
    requestPairingCode: (...given) => line.call('requestPairingCode', given),
    readHistory: () => void line.call('readHistory', []).catch(() => {}),
    fetchMedia: (content, key, write) => line.call('fetchMedia', [content, key], write),
    markRead: (...given) => line.call('markRead', given),
    setTyping: (...given) => line.call('setTyping', given),
    watchTyping: (...given) => line.call('watchTyping', given),
    checkNumbers: (...given) => line.call('checkNumbers', given),
    fetchPicture: (...given) => line.call('fetchPicture', given),
    syncAddressBook: () => line.call('syncAddressBook', []),
    rejectCall: (...given) => line.call('rejectCall', given),
    setBlocked: (...given) => line.call('setBlocked', given),
    listBlocked: () => line.call('listBlocked', []),
  }
}
