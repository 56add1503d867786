import type { ApiClient } from '../../api/api-client'

export function hostWebhook(api: ApiClient) {
  return {
    owner: 'host' as const,
    save: (body: { url: string; withTexts: boolean }) => api.put('/gestor-webhook', { body }),
    replaceSecret: () => api.post('/gestor-webhook/secret'),
    test: () => api.post('/gestor-webhook/test'),
    listDeliveries: () => api.get('/gestor-webhook/deliveries'),
    sendAgain: (id: number) => api.post('/gestor-webhook/deliveries/:id/send', { params: { id } }),
  }
}

export function companyWebhook(api: ApiClient): WebhookAccess {
  return {
    owner: 'company',
    save: (body) => api.put('/company-webhook', { body }),
    replaceSecret: () => api.post('/company-webhook/secret'),
    test: () => api.post('/company-webhook/test'),
    listDeliveries: () => api.get('/company-webhook/deliveries'),
    sendAgain: (id) => api.post('/company-webhook/deliveries/:id/send', { params: { id } }),
  }
}

/** The calls of the webhook that receives the status of a connection's messages. It has no texts to send. */
export function connectionWebhook(api: ApiClient, id: number): WebhookAccess {
  const params = { id }
  return {
    owner: 'connection',
    whatsappId: id,
    save: async ({ url }) => ({
      ...(await api.put('/connection-webhooks/:id', { params, body: { url } })),
      withTexts: false,
    }),
    replaceSecret: () => api.post('/connection-webhooks/:id/secret', { params }),
    test: () => api.post('/connection-webhooks/:id/test', { params }),
    listDeliveries: () => api.get('/connection-webhooks/:id/deliveries', { params }),
    sendAgain: (deliveryId) =>
      api.post('/connection-webhooks/:id/deliveries/:deliveryId/send', { params: { id, deliveryId } }),
  }
}

export interface WebhookAccess extends Omit<ReturnType<typeof hostWebhook>, 'owner'> {
  owner: 'host' | 'company' | 'connection'
  whatsappId?: number
}
