export const planFeatures = {
  useWhatsapp: 'WhatsApp',
  useFacebook: 'Facebook',
  useInstagram: 'Instagram',
  useCampaigns: 'Campañas',
  useSchedules: 'Mensajes programados',
  useInternalChat: 'Chat interno',
  useExternalApi: 'API externa',
  useKanban: 'Kanban',
  useOpenAi: 'Inteligencia artificial',
  useIntegrations: 'Integraciones',
}
