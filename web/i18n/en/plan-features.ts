export const planFeatures = {
  useWhatsapp: 'WhatsApp',
  useFacebook: 'Facebook',
  useInstagram: 'Instagram',
  useCampaigns: 'Campaigns',
  useSchedules: 'Scheduled messages',
  useInternalChat: 'Internal chat',
  useExternalApi: 'External API',
  useKanban: 'Kanban',
  useOpenAi: 'Artificial intelligence',
  useIntegrations: 'Integrations',
}
