import type { PromptBody } from '../../ai/prompt/prompt.contract'
import type { IntegrationBody } from '../../integration/integration.contract'

/** A prompt that answers in writing with the host's model; tests add name, instructions and key. */
export const writtenPrompt = {
  queueId: 1,
  model: '',
  voice: 'texto',
  voiceKey: '',
  voiceRegion: '',
  maxTokens: 100,
  temperature: 1,
  maxMessages: 4,
  assistsTeam: false,
} satisfies Partial<PromptBody>

/** The fields of an integration as the form sends them; tests add type and address. */
export const emptyIntegration = {
  name: 'Robô',
  projectName: '',
  jsonContent: '',
  language: 'pt-BR',
  urlN8N: '',
  secret: undefined,
  typebotSlug: '',
  typebotDelayMessage: 1000,
  typebotExpires: 30,
  flowId: null,
  typebotKeywordFinish: '',
  typebotKeywordRestart: '',
  typebotRestartMessage: '',
  typebotUnknownMessage: '',
} satisfies Partial<IntegrationBody>
