import type { ConnectionView } from '../../../src/connection/connection.calls'
import type { ApiClient } from '../../api/api-client'
import type { ConnectionList } from '../connection-records'

/** Session actions of a connection; their results arrive live. */
export function createConnectionSession(api: ApiClient, list: ConnectionList) {
  /** Shows the expected status at once; a refusal restores the real one. */
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
    /** Connects again, with the paired account if there is one. */
    tryAgain: (id: number) => open(id, () => api.post('/whatsappsession/:id', { params: { id } })),
    renewCode: (id: number) => open(id, () => api.put('/whatsappsession/:id', { params: { id } })),
    disconnect: (id: number) => api.delete('/whatsappsession/:id', { params: { id } }),
    askPairingCode: (id: number, number: string) =>
      api.post('/whatsappsession/:id/pairing-code', { params: { id }, body: { number } }),
    /** Closes the pending tickets of an import of old messages. */
    closeImported: (id: number) => api.post('/closedimported/:id', { params: { id } }),
    restartAll: () => api.post('/whatsapp-restart/'),
  }
}

export type ConnectionSession = ReturnType<typeof createConnectionSession>
