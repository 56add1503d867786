import type { ConnectionView } from '../../src/connection/connection.calls'
import type { ApiClient } from '../api/api-client'
import type { ConnectionList } from './connection-records'

/** Asks for what happens to a connection's session; how it then stands is told live. */
export function createConnectionSession(api: ApiClient, list: ConnectionList) {
  /** Shown as on its way at once; a refusal brings back how it really stands. */
  async function open(id: number, ask: () => Promise<unknown>) {
    const fresh: Partial<ConnectionView> = { status: 'OPENING', qrcode: '', pairingCode: '', lastError: '' }
    list.update(id, (connection) => ({ ...connection, ...fresh }))
    try {
      await ask()
    } catch (cause) {
      void list.reload()
      throw cause
    }
  }

  return {
    /** With the account that is linked, if there is one. */
    tryAgain: (id: number) => open(id, () => api.post('/whatsappsession/:id', { params: { id } })),
    /** Forgets the account that was linked and shows a new code. */
    renewCode: (id: number) => open(id, () => api.put('/whatsappsession/:id', { params: { id } })),
    disconnect: (id: number) => api.delete('/whatsappsession/:id', { params: { id } }),
    askPairingCode: (id: number, number: string) =>
      api.post('/whatsappsession/:id/pairing-code', { params: { id }, body: { number } }),
    /** Closes the tickets that wait after an import of old messages. */
    closeImported: (id: number) => api.post('/closedimported/:id', { params: { id } }),
    restartAll: () => api.post('/whatsapp-restart/'),
  }
}

export type ConnectionSession = ReturnType<typeof createConnectionSession>
