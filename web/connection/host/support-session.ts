import type { ApiClient } from '../../api/api-client'

/** The session actions of another company's connection, for the host; `changed` is called after each. */
export function createSupportSession(api: ApiClient, companyId: number, changed: () => void) {
  const about = (connectionId: number) => ({ params: { id: companyId, connectionId } })
  const path = '/companies/:id/connections/:connectionId/session'
  return {
    tryAgain: (id: number) => api.post(path, about(id)).finally(changed),
    renewCode: (id: number) => api.put(path, about(id)).finally(changed),
    disconnect: (id: number) => api.delete(path, about(id)).finally(changed),
    readCode: (id: number) => api.get('/companies/:id/connections/:connectionId/code', about(id)),
  }
}

export type SupportSession = ReturnType<typeof createSupportSession>
