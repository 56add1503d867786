export const integrationTypes = ['dialogflow', 'n8n', 'webhook', 'typebot', 'flowbuilder'] as const
export type IntegrationType = (typeof integrationTypes)[number]

export const integrationLanguages = ['pt-BR', 'en', 'es'] as const
export type IntegrationLanguage = (typeof integrationLanguages)[number]
