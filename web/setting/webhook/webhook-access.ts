import type { ApiClient } from '../../api/api-client'

/** The calls of a webhook: the host's, with the events of all companies, or the company's own. */
export function hostWebhook(api: ApiClient) {
  return {
    owner: 'host' as const,
    save: (body: WebhookChange) => api.put('/gestor-webhook', { body }),
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

interface WebhookChange {
  url: string
  withTexts: boolean
}
export type WebhookAccess = Omit<ReturnType<typeof hostWebhook>, 'owner'> & { owner: 'host' | 'company' }
