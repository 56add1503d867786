import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MessageView } from '../phone/phone-view.types'

export interface StoredMessage extends Omit<MessageView, 'reactions'> {
  reactionOf: { me?: string; them?: string }
  isSeen?: boolean
}

const messagesMax = 200

export type CustomerStore = ReturnType<typeof openCustomerStore>

export function openCustomerStore(folder: string) {
  mkdirSync(join(folder, 'files'), { recursive: true })
  const stateFile = join(folder, 'customers.json')
  const mark = join(folder, 'connected')
  const byCustomer = new Map<string, StoredMessage[]>(
    existsSync(stateFile) ? (JSON.parse(readFileSync(stateFile, 'utf8')) as [string, StoredMessage[]][]) : [],
  )
  const fileOf = (messageId: string) => join(folder, 'files', encodeURIComponent(messageId))

  return {
    /** Whether the accounts were connected and the first conversations told. */
    isConnected: () => existsSync(mark),
    markConnected: () => writeFileSync(mark, ''),
    messagesOf: (customerId: string): readonly StoredMessage[] => byCustomer.get(customerId) ?? [],
    add(customerId: string, message: StoredMessage, file?: Uint8Array) {
      if (file) writeFileSync(fileOf(message.id), file)
      byCustomer.set(customerId, [...(byCustomer.get(customerId) ?? []), message].slice(-messagesMax))
    },
    save: () => writeFileSync(stateFile, JSON.stringify([...byCustomer])),
    file: (messageId: string) => Bun.file(fileOf(messageId)),
  }
}
