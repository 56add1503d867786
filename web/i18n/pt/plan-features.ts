export const planFeatures = {
  useWhatsapp: 'WhatsApp',
  useFacebook: 'Facebook',
  useInstagram: 'Instagram',
  useCampaigns: 'Campanhas',
  useSchedules: 'Agendamentos',
  useInternalChat: 'Chat interno',
  useExternalApi: 'API externa',
  useKanban: 'Kanban',
  useOpenAi: 'Inteligência artificial',
  useIntegrations: 'Integrações',
}
